import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, done, pageOf } from '../../api/client.ts';
import { PAGE_SIZE } from '../../api/pauses.ts';
import { useAddress } from '../../ui/address.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { dateTime } from '../../ui/format.ts';
import { ListResult } from '../../ui/list-result.tsx';
import { QueryResult } from '../../ui/query-result.tsx';
import { type Place, roleText, usePlaces } from '../places.ts';

const useMembers = (place: Place | undefined, page: number) =>
  useQuery({
    queryKey: ['members', place?.value, page],
    enabled: place !== undefined,
    queryFn: ({ signal }) => {
      const call = { signal, params: { path: { uuid: place?.value ?? '' }, query: { page, page_size: PAGE_SIZE } } };
      return place?.kind === 'customers'
        ? pageOf(api.GET('/api/customers/{uuid}/list_users/', call))
        : pageOf(api.GET('/api/projects/{uuid}/list_users/', call));
    },
  });
type Member = NonNullable<ReturnType<typeof useMembers>['data']>['items'][number];

/** Lists the users who have a role in an organization or a project. */
export function MembersTab() {
  const places = usePlaces();
  const address = useAddress();
  const place = places.data?.find(({ value }) => value === address.parameters.get('place')) ?? places.data?.[0];
  const members = useMembers(place, address.page);
  return (
    <QueryResult query={places}>
      {(all) =>
        place ? (
          <Stack>
            <Select
              label="Place"
              maw={360}
              allowDeselect={false}
              data={all}
              value={place.value}
              onChange={(value) => address.change({ place: value })}
            />
            <ListResult
              {...{ label: 'Members', noun: 'member', query: members, columns: columnsAt(place), pages: address }}
              keyOf={({ uuid, user_uuid, role_name }) => `${uuid} ${user_uuid} ${role_name}`}
              empty={<Empty title="Nobody has a role here." />}
            />
          </Stack>
        ) : (
          <Empty title="You have no role in an organization yet.">
            <Text>An owner can invite you by e-mail.</Text>
          </Empty>
        )
      }
    </QueryResult>
  );
}

const columnsAt = (place: Place): Column<Member>[] => [
  { title: 'Name', cell: ({ user_full_name, user_username }) => user_full_name || user_username },
  { title: 'E-mail', cell: ({ user_email }) => user_email },
  { title: 'Role', cell: ({ role_name }) => roleText(role_name) },
  { title: 'Until', cell: ({ expiration_time }) => (expiration_time ? dateTime(expiration_time) : 'No end') },
  { title: 'Change', cell: (member) => <Revoke place={place} member={member} /> },
];

function Revoke({ place: { value, kind }, member }: { place: Place; member: Member }) {
  const name = member.user_full_name || member.user_username;
  const revoke = () => {
    const call = { params: { path: { uuid: value } }, body: { user: member.user_uuid, role: member.role_name } };
    return done(
      kind === 'customers'
        ? api.POST('/api/customers/{uuid}/delete_user/', call)
        : api.POST('/api/projects/{uuid}/delete_user/', call),
    );
  };
  return (
    <ConfirmButton
      word="Revoke"
      label={`Revoke the role of ${name}`}
      title={`Revoke the role of ${name}?`}
      change={revoke}
    >
      <Text size="sm">
        {name} loses the role {roleText(member.role_name)} in this place, and the access to clusters that it gives.
      </Text>
    </ConfirmButton>
  );
}
