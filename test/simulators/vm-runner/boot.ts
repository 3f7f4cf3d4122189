import { deviceIsAttached } from './attached-devices.ts';
import { type CloudConfig, commandScript, contentOf, readCloudConfig } from './cloud-config.ts';
import { BootStopped, type Machine } from './machine.ts';
import { phoneHome } from './phone-home.ts';
import { interpreter } from './shell/interpreter.ts';
import { newShell } from './shell/shell.ts';
import { startUnit } from './shell/systemctl.ts';

/**
 * Simulates the first boot of a machine in the order of cloud-init's stages: bootcmd, write_files, disks and mounts,
 * packages, runcmd, phone_home. If the boot ends in a restart, the enabled units are started too. Returns whether
 * runcmd and these units succeeded.
 * @throws BootStopped when the boot cannot go on, AbortError when the machine is gone
 */
export async function boot(machine: Machine, userData: Buffer): Promise<boolean> {
  const config = readCloudConfig(userData);
  if (config.hostname) machine.hostname = config.hostname;
  machine.files.set('/etc/hostname', `${machine.hostname}\n`);
  machine.files.set('/etc/machine-id', `${machine.serverId.replaceAll('-', '')}\n`);
  await runCommands(machine, 'bootcmd', config.bootcmd);
  machine.trusted.push(...config.ca_certs.trusted);
  for (const file of config.write_files) {
    machine.files.set(file.path, (file.append ? (machine.files.get(file.path) ?? '') : '') + contentOf(file));
  }
  await checkDisks(machine, config);
  for (const name of config.packages.flatMap((entry) => (typeof entry === 'string' ? entry : entry.slice(0, 1)))) {
    machine.packages.add(name);
  }
  const succeeded = await runCommands(machine, 'runcmd', config.runcmd);
  if (config.phone_home) await phoneHome(machine, config.phone_home);
  const restarts = machine.reboots || config.power_state?.mode === 'reboot';
  return restarts ? (await startEnabledUnits(machine)) && succeeded : succeeded;
}

async function startEnabledUnits(machine: Machine): Promise<boolean> {
  let succeeded = true;
  for (const unit of machine.enabledUnits) {
    const { code } = await startUnit(unit, { machine, interpreter });
    succeeded &&= code === 0;
  }
  return succeeded;
}

async function runCommands(machine: Machine, name: string, entries: CloudConfig['runcmd']): Promise<boolean> {
  const { code, reason } = await interpreter.runScript(
    commandScript(entries),
    newShell({ machine, interpreter }, name),
  );
  if (code !== 0 && reason) machine.note(reason);
  else if (code !== 0 && !machine.hasNote()) machine.note(`${name} ended with exit code ${code}`);
  return code === 0;
}

/**
 * Each disk that is partitioned, formatted or mounted must be attached, except for a mount with `nofail`. A label must
 * be the label of a file system in `fs_setup`.
 */
async function checkDisks(machine: Machine, { disk_setup, fs_setup, mounts }: CloudConfig): Promise<void> {
  const made = new Set(fs_setup.flatMap(({ label }) => (label ? [label] : [])));
  const devices = [
    ...Object.keys(disk_setup),
    ...fs_setup.map(({ device }) => device),
    ...mounts.flatMap(([device, , , options]) => (device && !options?.includes('nofail') ? [device] : [])),
  ].filter(isDisk);
  if (devices.length === 0) return;
  const volumes = await machine.attachedVolumes();
  const missing = devices.find((device) =>
    device.startsWith('LABEL=') ? !made.has(device.slice('LABEL='.length)) : !deviceIsAttached(device, volumes),
  );
  if (missing) throw new BootStopped(`no volume is attached as ${missing}`);
}

const isDisk = (device: string): boolean => /^(\/dev\/|LABEL=|(vd|sd|xvd)[a-z])/.test(device);
