import { createHash, generateKeyPairSync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { computeRefusal } from '../refusal.ts';
import { minorOf } from './microversion.ts';
import { novaCaller } from './nova-caller.ts';
import type { KeyPair } from './rows.ts';

interface ByName {
  Params: { name: string };
}

const creation = z.object({
  keypair: z.strictObject({
    name: z.string().min(1).max(255),
    public_key: z.string().optional(),
    type: z.enum(['ssh', 'x509']).optional(),
    user_id: z.string().optional(),
  }),
});

/** `/os-keypairs`. Keypairs belong to the user, not to the project. */
export function addKeyPairRoutes(app: FastifyInstance, cloud: Cloud): void {
  const keyPairs = () => cloud.nova.keyPairs;

  app.get('/os-keypairs', async (request) => {
    const { userId } = novaCaller(cloud, request);
    const own = [...keyPairs().values()].filter((one) => one.userId === userId);
    return { keypairs: own.map((one) => ({ keypair: keyPairView(one, minorOf(request)) })) };
  });

  app.post('/os-keypairs', async (request, reply) => {
    const { userId } = novaCaller(cloud, request);
    const { name, public_key } = creation.parse(request.body).keypair;
    if (keyPairs().has(`${userId} ${name}`)) throw computeRefusal(409, `Key pair '${name}' already exists.`);
    const made = public_key === undefined ? generated(minorOf(request)) : { public_key };
    const fingerprint = fingerprintOf(made.public_key);
    const keyPair = { name, userId, public_key: made.public_key, fingerprint, type: 'ssh' };
    keyPairs().set(`${userId} ${name}`, keyPair);
    const view = { ...keyPairView(keyPair, minorOf(request)), user_id: userId, ...made };
    return reply.code(minorOf(request) >= 2 ? 201 : 200).send({ keypair: view });
  });

  app.get<ByName>('/os-keypairs/:name', async (request) => {
    const { userId } = novaCaller(cloud, request);
    return {
      keypair: { ...keyPairView(existing(cloud, userId, request.params.name), minorOf(request)), user_id: userId },
    };
  });

  app.delete<ByName>('/os-keypairs/:name', async (request, reply) => {
    const { userId } = novaCaller(cloud, request);
    keyPairs().delete(`${userId} ${existing(cloud, userId, request.params.name).name}`);
    return reply.code(minorOf(request) >= 2 ? 204 : 202).send();
  });
}

function existing({ nova }: Cloud, userId: string, name: string): KeyPair {
  const keyPair = nova.keyPairs.get(`${userId} ${name}`);
  if (!keyPair) throw computeRefusal(404, `Keypair ${name} not found for user ${userId}`);
  return keyPair;
}

const keyPairView = ({ name, public_key, fingerprint, type }: KeyPair, minor: number) => ({
  ...{ name, public_key, fingerprint },
  ...(minor >= 2 && { type }),
});

/** From microversion 2.92 on, Nova does not generate keys. */
function generated(minor: number) {
  if (minor >= 92)
    throw computeRefusal(400, "Invalid input for field/attribute keypair. 'public_key' is a required property");
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const blob = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    public_key: `ssh-ed25519 ${blob} Generated-by-Nova`,
    private_key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

function fingerprintOf(publicKey: string): string {
  const [, blob = ''] = /^(?:ssh-|ecdsa-|sk-)\S+ (\S+)/.exec(publicKey.trim()) ?? [];
  if (!/^[A-Za-z0-9+/]{16,}=*$/.test(blob)) {
    throw computeRefusal(400, 'Keypair data is invalid: failed to generate fingerprint');
  }
  const digest = createHash('md5').update(Buffer.from(blob, 'base64')).digest('hex');
  return digest.replaceAll(/(..)(?=.)/g, '$1:');
}
