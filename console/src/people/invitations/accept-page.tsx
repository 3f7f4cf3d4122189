import { Anchor, Button, Stack, Text } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { forgetInvitation, keptSecret } from './invitation-secret.ts';

/**
 * The page on which a user accepts an invitation. The link in the invitation's e-mail leads to this page. The user must
 * sign in before the page is shown.
 */
export function AcceptPage() {
  const { uuid = '' } = useParams();
  const [token] = useState(() => keptSecret(uuid));
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/api/user-invitations/{uuid}/accept/', { params: { path: { uuid } }, body: { token } })),
    onSuccess: () => {
      forgetInvitation(uuid);
      return queries.invalidateQueries();
    },
  });
  return (
    <Page title="You are invited">
      {accept.isSuccess ? (
        <Text role="status">
          You have the role now.{' '}
          <Anchor component={Link} to="/clusters" underline="always">
            See the clusters
          </Anchor>
        </Text>
      ) : (
        <Stack align="flex-start">
          <Text>Somebody offers you a role in Paddock. The e-mail names the role and its place.</Text>
          {accept.error && <ErrorAlert error={accept.error} />}
          <Button onClick={() => accept.mutate()} loading={accept.isPending} disabled={token === ''}>
            Accept the invitation
          </Button>
          {token === '' && <Text>The secret of the invitation is missing. Open the link in the e-mail again.</Text>}
        </Stack>
      )}
    </Page>
  );
}
