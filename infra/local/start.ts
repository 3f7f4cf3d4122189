import { once } from 'node:events';
import { relative } from 'node:path';
import { type Endpoints, writeEndpoints } from './endpoints.ts';
import type { LocalCloud } from './local-cloud.ts';
import { localHome, localLogDir, portSetting } from './local-settings.ts';
import { takeHome } from './lock-home.ts';
import { runWithLocalCloud } from './run-with-local-cloud.ts';

await runWithLocalCloud({
  options: () => {
    const apiPort = portSetting('PADDOCK_API_PORT', 8080);
    process.once('exit', takeHome(localHome()));
    return { home: localHome(), logDir: localLogDir('start'), apiPort, withConsole: true, log: console.log };
  },
  interruptedExitCode: 0,
  run: stayUp,
});

async function stayUp({ endpoints }: LocalCloud, interrupted: AbortSignal): Promise<void> {
  const { file, remove } = writeEndpoints(localHome(), endpoints);
  process.once('exit', remove);
  console.log(whatToTry(endpoints, relative(process.cwd(), file)));
  if (!interrupted.aborted) await once(interrupted, 'abort');
  console.log('\nStopping ...');
}

function whatToTry(endpoints: Endpoints, file: string): string {
  const { api, rancher, openstack, vault, keycloak, argocd, mail, aws } = endpoints;
  return `
Paddock is up at ${api}
Open ${api}/console/ in a browser, sign in as owner with the password owner, and order a cluster.
(Rancher ${rancher}, OpenStack ${openstack.demo}, Vault ${vault}, Keycloak ${keycloak}, Argo CD's Kubernetes ${argocd}, AWS ${aws}).
All e-mails are at ${mail}/_sim/state.
Addresses, tokens and sample uuids are in ${file}. Try:

  TOKEN=$(node -p 'JSON.parse(fs.readFileSync("${file}")).tokens.owner')
  curl -H "Authorization: Token $TOKEN" ${api}/api/users/me/
  curl -H "Authorization: Token $TOKEN" ${api}/api/marketplace-public-offerings/

Ctrl-C stops everything.`;
}
