import { Button, Group, Stack } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, pageOf } from '../../api/client.ts';
import { PAGE_SIZE } from '../../api/pauses.ts';
import { useAddress } from '../../ui/address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { dateTime } from '../../ui/format.ts';
import { ListResult } from '../../ui/list-result.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { roleText } from '../places.ts';
import { InviteDialog } from './invite-dialog.tsx';

const useInvitations = (page: number) =>
  useQuery({
    queryKey: ['invitations', page],
    queryFn: ({ signal }) =>
      pageOf(api.GET('/api/user-invitations/', { signal, params: { query: { page, page_size: PAGE_SIZE } } })),
  });
type Invitation = NonNullable<ReturnType<typeof useInvitations>['data']>['items'][number];

const COLUMNS: readonly Column<Invitation>[] = [
  { title: 'E-mail', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role_name, scope_name }) => `${roleText(role_name)} of ${scope_name}` },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Expires', cell: ({ expires }) => dateTime(expires) },
  { title: 'Change', cell: (invitation) => <Changes invitation={invitation} /> },
];

/** Lists invitations that were sent by e-mail. */
export function InvitationsTab() {
  const pages = useAddress();
  const invitations = useInvitations(pages.page);
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack align="stretch">
      <Group>
        <Button onClick={() => setOpen(true)}>Invite a person</Button>
      </Group>
      {isOpen && <InviteDialog isOpen onClose={() => setOpen(false)} />}
      <ListResult
        {...{ label: 'Invitations', noun: 'invitation', query: invitations, columns: COLUMNS, pages }}
        keyOf={({ uuid }) => uuid}
        empty={<Empty title="There are no invitations that you may see." />}
      />
    </Stack>
  );
}

function Changes({ invitation: { uuid, state, email } }: { invitation: Invitation }) {
  const queries = useQueryClient();
  const params = { path: { uuid } };
  const change = useMutation({
    mutationFn: (kind: 'send' | 'cancel') =>
      dataOf(
        kind === 'send'
          ? api.POST('/api/user-invitations/{uuid}/send/', { params })
          : api.POST('/api/user-invitations/{uuid}/cancel/', { params }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invitations'] }),
  });
  if (state !== 'pending') return null;
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => change.mutate('send')}
        aria-label={`Send again to ${email}`}
      >
        Send again
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => change.mutate('cancel')}
        aria-label={`Cancel the invitation of ${email}`}
      >
        Cancel
      </Button>
      {change.error && <ErrorAlert error={change.error} />}
    </Group>
  );
}
