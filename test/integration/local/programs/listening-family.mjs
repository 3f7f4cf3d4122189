// A child with a child of its own, both deaf to SIGTERM: what stopping a group has to cope with.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

process.on('SIGTERM', () => {});
const server = createServer().listen(0, '127.0.0.1', () => {
  const idle = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send('deaf')";
  const grandchild = spawn(process.execPath, ['-e', idle], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  grandchild.once('message', () => {
    const { port } = server.address();
    process.stdout.write(`${JSON.stringify({ pid: process.pid, grandchild: grandchild.pid, port })}\n`);
  });
});
