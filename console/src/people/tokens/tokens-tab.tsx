import { Anchor, Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, done, pageOf } from '../../api/client.ts';
import { PAGE_SIZE } from '../../api/pauses.ts';
import { signInAddress } from '../../api/session.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { useAddress } from '../../ui/address.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { dateTime } from '../../ui/format.ts';
import { ListResult } from '../../ui/list-result.tsx';

const TOKENS_PAGE = '/console/people?tab=tokens';
const DAY_MS = 86_400_000;
const LIFETIMES = { '30': '30 days', '90': '90 days', '365': 'One year' };

const useTokens = (page: number) =>
  useQuery({
    queryKey: ['tokens', page],
    queryFn: ({ signal }) =>
      pageOf(api.GET('/api/api-tokens/', { signal, params: { query: { page, page_size: PAGE_SIZE } } })),
  });
type Token = NonNullable<ReturnType<typeof useTokens>['data']>['items'][number];

const KINDS: Readonly<Record<Token['kind'], string>> = {
  token: 'Token',
  browser: 'Sign-in with a browser',
  device: 'Sign-in at a terminal',
};

const COLUMNS: readonly Column<Token>[] = [
  { title: 'Name', cell: ({ name }) => name || 'Without a name' },
  { title: 'Kind', cell: ({ kind }) => KINDS[kind] },
  { title: 'Rights', cell: ({ scopes }) => scopes.join(', ') },
  { title: 'Expires', cell: ({ expires_at }) => (expires_at ? dateTime(expires_at) : 'Never') },
  { title: 'Last used', cell: ({ last_used }) => dateTime(last_used) },
  { title: 'Change', cell: (token) => <Revoke token={token} /> },
];

/** Lists the user's API tokens and browser sessions. */
export function TokensTab() {
  const pages = useAddress();
  const tokens = useTokens(pages.page);
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack>
      <Group>
        <Button onClick={() => setOpen(true)}>Create a token</Button>
      </Group>
      {isOpen && <CreateDialog onClose={() => setOpen(false)} />}
      <ListResult
        {...{ label: 'API tokens', noun: 'token', query: tokens, columns: COLUMNS, pages }}
        keyOf={({ uuid }) => uuid}
        empty={<Empty title="You have no API tokens." />}
      />
    </Stack>
  );
}

/** Returns the display name of an API token. A token may have no name. */
const tokenName = (name: string): string => name || 'the token without a name';

const Revoke = ({ token: { uuid, name } }: { token: Token }) => (
  <ConfirmButton
    word="Revoke"
    label={`Revoke ${tokenName(name)}`}
    title={`Revoke ${tokenName(name)}?`}
    change={() => done(api.DELETE('/api/api-tokens/{uuid}/', { params: { path: { uuid } } }))}
  >
    <Text size="sm">
      Programs with this token lose their access at once. If the token is the session of a browser, this session ends.
    </Text>
  </ConfirmButton>
);

/** Creates an API token. The dialog shows the token only once and does not keep it after closing. */
function CreateDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState<string | null>('90');
  const queries = useQueryClient();
  const create = useMutation({
    gcTime: 0,
    mutationFn: () => {
      const expires_at = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      return dataOf(api.POST('/api/api-tokens/', { body: { name, expires_at } }));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
  });
  const made = create.data?.token;
  return (
    <ActionDialog
      title="Create a token"
      confirm={made ? 'Close' : 'Create'}
      isDisabled={name === ''}
      isOpen
      onClose={onClose}
      onConfirm={() => (made ? onClose() : create.mutate())}
      action={create}
    >
      {made ? (
        <>
          <Text size="sm">Copy the token now. It is not shown again.</Text>
          <Code block>{made}</Code>
        </>
      ) : (
        <>
          <TextInput
            label="Name"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <Select
            label="Lifetime"
            allowDeselect={false}
            data={Object.entries(LIFETIMES).map(([value, label]) => ({ value, label }))}
            value={days}
            onChange={setDays}
          />
          <Text size="sm">
            A token that outlives this session needs a sign-in within the last five minutes.{' '}
            <Anchor href={signInAddress(TOKENS_PAGE, true)}>Sign in again</Anchor>
          </Text>
        </>
      )}
    </ActionDialog>
  );
}
