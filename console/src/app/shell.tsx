import {
  AppShell,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Me } from '@paddock/client';
import { Outlet, NavLink as RouterLink, useLocation } from 'react-router';
import { useMe, useSignOut } from '../api/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { QueryResult } from '../ui/query-result.tsx';
import { navigationFor } from './navigation.ts';
import { SignInPage } from './sign-in-page.tsx';

/**
 * The frame of all pages. Users without a session see the sign-in page at every URL, and return to that URL after the
 * sign-in.
 */
export function Shell() {
  const me = useMe();
  return <QueryResult query={me}>{(user) => (user ? <Frame user={user} /> : <SignInPage />)}</QueryResult>;
}

function Frame({ user }: { user: Me }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 210, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <Text fw={700} size="lg">
              Paddock
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SchemeButton />
            <UserMenu user={user} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Main">
        <Navigation user={user} onChosen={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function Navigation({ user, onChosen }: { user: Me; onChosen: () => void }) {
  const { pathname } = useLocation();
  return navigationFor(user).map(({ to, label }) => (
    <NavLink
      key={to}
      component={RouterLink}
      to={to}
      label={label}
      active={pathname === to || pathname.startsWith(`${to}/`)}
      variant="filled"
      onClick={onChosen}
    />
  ));
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <Button variant="default" size="xs" onClick={() => setColorScheme(other)} aria-label={`Use the ${other} colours`}>
      {other === 'dark' ? 'Dark' : 'Light'}
    </Button>
  );
}

function UserMenu({ user }: { user: Me }) {
  const signOut = useSignOut();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="xs" aria-label={`Account of ${user.full_name || user.username}`}>
            {user.full_name || user.username}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title="You are still signed in" isOpen={signOut.isError} onClose={signOut.reset}>
        <ErrorAlert error={signOut.error} onRetry={() => signOut.mutate()} />
      </Dialog>
    </>
  );
}
