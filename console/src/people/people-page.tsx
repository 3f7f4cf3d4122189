import { Tabs } from '@mantine/core';
import { useAddress } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { HooksTab } from './hooks/hooks-tab.tsx';
import { InvitationsTab } from './invitations/invitations-tab.tsx';
import { MembersTab } from './members/members-tab.tsx';
import { TokensTab } from './tokens/tokens-tab.tsx';

const TABS = [
  { value: 'members', label: 'Members', content: <MembersTab /> },
  { value: 'invitations', label: 'Invitations', content: <InvitationsTab /> },
  { value: 'tokens', label: 'API tokens', content: <TokensTab /> },
  { value: 'hooks', label: 'Hooks', content: <HooksTab /> },
];

/** Shows the roles of users, and the signed-in user's own API tokens and hooks. */
export function PeoplePage() {
  const { parameters, change } = useAddress();
  const chosen = TABS.find(({ value }) => value === parameters.get('tab')) ?? TABS[0];
  return (
    <Page title="People">
      <Tabs value={chosen?.value ?? null} onChange={(tab) => change({ tab })} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ value, content }) => (
          <Tabs.Panel key={value} value={value}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
