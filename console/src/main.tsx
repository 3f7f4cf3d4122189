import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { makeQueryClient } from './app/query-client.ts';
import { makeRouter } from './app/routes.tsx';
import { theme } from './app/theme.ts';
import { keepInvitation } from './people/invitations/invitation-secret.ts';
import '@mantine/core/styles.css';
import './app/theme.css';

keepInvitation(globalThis.location);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <QueryClientProvider client={makeQueryClient()}>
          <RouterProvider router={makeRouter()} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
