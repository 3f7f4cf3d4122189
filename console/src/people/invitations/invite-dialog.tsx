import { Select, TextInput } from '@mantine/core';
import { dataOf, listAll } from '@paddock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { roleText, usePlaces } from '../places.ts';

type Props = { isOpen: boolean; onClose: () => void };

const useRoles = () =>
  useQuery({
    queryKey: ['roles'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => listAll((page) => api.GET('/api/roles/', { signal, params: { query: { ...page } } })),
  });

/** Invites a person by e-mail to take a role. */
export function InviteDialog({ isOpen, onClose }: Props) {
  const [email, setEmail] = useState('');
  const [chosenPlace, setPlace] = useState<string | null>(null);
  const [chosenRole, setRole] = useState<string | null>(null);
  const places = usePlaces().data ?? [];
  const place = places.find(({ value }) => value === chosenPlace) ?? places[0];
  const roles = (useRoles().data ?? []).filter(({ content_type }) => `${content_type}s` === place?.kind);
  const role = roles.find(({ uuid }) => uuid === chosenRole) ?? roles.at(-1);
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/user-invitations/', { body: { email, role: role?.uuid ?? '', scope: place?.value ?? '' } }),
      ),
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: ['invitations'] });
    },
  });
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title="Invite a person"
      confirm="Invite"
      isDisabled={email === '' || !role}
      onConfirm={() => invite.mutate()}
      action={invite}
    >
      <TextInput
        label="E-mail address"
        type="email"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        data-autofocus
      />
      <Select label="Place" allowDeselect={false} data={places} value={place?.value ?? null} onChange={setPlace} />
      <Select
        label="Role"
        allowDeselect={false}
        data={roles.map(({ uuid, name }) => ({ value: uuid, label: roleText(name) }))}
        value={role?.uuid ?? null}
        onChange={setRole}
      />
    </ActionDialog>
  );
}
