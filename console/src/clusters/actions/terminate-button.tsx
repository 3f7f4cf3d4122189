import { Button, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { counted } from '../../ui/format.ts';
import type { Cluster } from '../cluster/cluster-query.ts';

/** Ends a cluster, after its name has been typed. */
export function TerminateButton({ cluster }: { cluster: Cluster }) {
  const { marketplace_resource_uuid: resource = '', name = '', nodes = [] } = cluster;
  const [isOpen, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState('');
  const queries = useQueryClient();
  const terminate = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/api/marketplace-resources/{uuid}/terminate/', { params: { path: { uuid: resource } }, body: {} }),
      ),
    onSuccess: () => {
      close();
      return queries.invalidateQueries();
    },
  });
  return (
    <>
      <Button color="red" variant="outline" onClick={open}>
        Terminate
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Terminate ${name}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <Text size="sm">This cannot be undone. It deletes:</Text>
          <List size="sm">
            <List.Item>everything that runs in the cluster</List.Item>
            {nodes.length > 0 && <List.Item>{counted(nodes.length, 'machine')} with their volumes</List.Item>}
            <List.Item>its access in Rancher and Keycloak</List.Item>
          </List>
          <TextInput
            label={`Type ${name} to confirm`}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            data-autofocus
          />
          {terminate.error && <ErrorAlert error={terminate.error} />}
          <Button
            color="red"
            disabled={typed !== name}
            onClick={() => terminate.mutate()}
            loading={terminate.isPending}
          >
            Terminate the cluster
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
