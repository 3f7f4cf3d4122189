import { Button, Center, Paper, Stack, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import { signInAddress } from '../api/session.ts';
import { Page } from '../ui/page.tsx';

/** The sign-in page. It leads to the identity provider, which leads back to the requested page. */
export function SignInPage() {
  const { pathname, search } = useLocation();
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" maw={420}>
        <Page title="Sign in to Paddock">
          <Stack>
            <Text>Kubernetes clusters as a service. You sign in at the identity provider.</Text>
            <Button component="a" href={signInAddress(`/console${pathname}${search}`)} size="md">
              Sign in
            </Button>
          </Stack>
        </Page>
      </Paper>
    </Center>
  );
}
