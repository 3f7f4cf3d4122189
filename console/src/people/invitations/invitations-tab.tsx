import { Button, Group, Stack } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, pageOf } from '../../api/client.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { dateTime } from '../../ui/format.ts';
import { QueryResult } from '../../ui/query-result.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { roleText } from '../places.ts';
import { InviteDialog } from './invite-dialog.tsx';

const ALL = 100;

const useInvitations = () =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) =>
      pageOf(api.GET('/api/user-invitations/', { signal, params: { query: { page_size: ALL } } })),
  });
type Invitation = NonNullable<ReturnType<typeof useInvitations>['data']>['items'][number];

const COLUMNS: readonly Column<Invitation>[] = [
  { title: 'E-mail', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role_name, scope_name }) => `${roleText(role_name)} of ${scope_name}` },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Expires', cell: ({ expires }) => dateTime(expires) },
  { title: 'Change', cell: (invitation) => <Changes invitation={invitation} /> },
];

/** People who were invited by e-mail. */
export function InvitationsTab() {
  const invitations = useInvitations();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack align="stretch">
      <Group>
        <Button onClick={() => setOpen(true)}>Invite a person</Button>
      </Group>
      {isOpen && <InviteDialog isOpen onClose={() => setOpen(false)} />}
      <QueryResult query={invitations}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title="Nobody was invited yet." />
          ) : (
            <DataTable
              {...{ label: 'Invitations', noun: 'invitation', rows: items, total, columns: COLUMNS }}
              keyOf={({ uuid }) => uuid}
            />
          )
        }
      </QueryResult>
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
