import { createConfiguration } from '@kubernetes/client-node/dist/gen/configuration.js';
import { type RequestContext, ResponseContext, wrapHttpLibrary } from '@kubernetes/client-node/dist/gen/http/http.js';
import type { V1APIResourceList } from '@kubernetes/client-node/dist/gen/models/V1APIResourceList.js';
import { ServerConfiguration } from '@kubernetes/client-node/dist/gen/servers.js';
import { KubernetesObjectApi } from '@kubernetes/client-node/dist/object.js';

type Send = (request: RequestContext) => Promise<ResponseContext>;

/**
 * The library requires an address but never uses this address. `send` has the management cluster's address.
 */
const NO_ADDRESS = 'https://kubernetes.invalid';

class Objects extends KubernetesObjectApi {
  constructor(send: Send, served: Record<string, V1APIResourceList>) {
    super(
      createConfiguration({ baseServer: new ServerConfiguration(NO_ADDRESS, {}), httpApi: wrapHttpLibrary({ send }) }),
    );
    this.apiVersionResourceCache = served;
  }
}

/** The library's object client. It sends its requests with `send`, and looks up the paths of kinds in `served`. */
export const makeObjects = (send: Send, served: Record<string, V1APIResourceList>): KubernetesObjectApi =>
  new Objects(send, served);

/** The answer 200 with this JSON body, as the library expects it from `send`. */
export function respond(body: object): ResponseContext {
  const bytes = Buffer.from(JSON.stringify(body));
  const read = { text: async () => bytes.toString(), binary: async () => bytes, stream: () => null };
  return new ResponseContext(200, { 'content-type': 'application/json' }, read);
}
