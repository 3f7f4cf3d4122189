import { MantineProvider, Text } from '@mantine/core';
import { createClient } from '@paddock/client';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';

const api = createClient({ baseUrl: globalThis.location.origin });

function SignedInAs() {
  const { data } = useQuery({ queryKey: ['me'], queryFn: async () => (await api.GET('/api/users/me/')).data });
  return <Text>{data?.username ?? 'Not signed in'}</Text>;
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <MantineProvider defaultColorScheme="auto">
      <QueryClientProvider client={new QueryClient()}>
        <SignedInAs />
      </QueryClientProvider>
    </MantineProvider>,
  );
