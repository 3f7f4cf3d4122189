import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { dataOf } from '@paddock/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { Cluster } from '../cluster/cluster-query.ts';
import { DEFAULT_HOURS, LONGEST_HOURS } from './kubeconfig-hours.ts';

const SECONDS_PER_HOUR = 3600;

/** Downloads a kubeconfig. The page does not keep the file, because it contains a credential. */
export function KubeconfigButton({ cluster: { uuid = '', name = '' } }: { cluster: Cluster }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [hours, setHours] = useState(DEFAULT_HOURS);
  const download = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const body = { ttl: hours * SECONDS_PER_HOUR };
      const call = api.POST('/api/rancher-clusters/{uuid}/kubeconfig/', { params: { path: { uuid } }, body });
      const { config } = await dataOf(call);
      saveFile(`${name}.yaml`, config);
    },
    onSuccess: close,
  });
  return (
    <>
      <Button
        onClick={() => {
          download.reset();
          open();
        }}
      >
        Kubeconfig
      </Button>
      <Dialog title="Get a kubeconfig" isOpen={isOpen} onClose={close} size="md">
        <Stack>
          <Text size="sm">
            The file permits everything in the cluster. Keep it secret: everybody who has the file can use it.
          </Text>
          <NumberField
            label="Valid for"
            suffix=" hours"
            min={1}
            max={LONGEST_HOURS}
            value={hours}
            onChange={setHours}
            data-autofocus
          />
          {download.error && <ErrorAlert error={download.error} />}
          <Button onClick={() => download.mutate()} loading={download.isPending}>
            Download
          </Button>
        </Stack>
      </Dialog>
    </>
  );
}
