import { Select, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { choicesOf, onlyOf } from '../choices.ts';
import { type Mode, takesKey, withProject } from '../draft.ts';
import { useProjects, useSshKeys, useVersions } from '../order-queries.ts';
import type { Form } from './form.ts';

type Props = { form: Form; offering: string; mode: Mode };

/**
 * Fields that several kinds of clusters share: name, project, version and SSH key. A Cluster API cluster takes its
 * version and SSH key from its template, so it has no fields for these two. For pools, Rancher makes the SSH keys.
 */
export function CommonFields({ form: { draft, change, errorOf }, offering, mode }: Props) {
  const projects = useProjects().data ?? [];
  const only = onlyOf(projects);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choices have been read
  useEffect(() => {
    if (only !== '') change({ project: only });
  }, [only]);
  return (
    <>
      <TextInput
        label="Name"
        description="At least three lower case letters, digits or hyphens. Hyphens are neither first nor last."
        required
        autoComplete="off"
        value={draft.name}
        error={errorOf('name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Select
        label="Project"
        required
        searchable
        data={choicesOf(projects)}
        value={draft.project || null}
        error={errorOf('project')}
        onChange={(project) => change(withProject(project ?? ''))}
      />
      {mode !== 'cluster_api' && <VersionField form={{ draft, change, errorOf }} offering={offering} />}
      {takesKey(mode) && <KeyField form={{ draft, change, errorOf }} />}
    </>
  );
}

function VersionField({ form: { draft, change, errorOf }, offering }: { form: Form; offering: string }) {
  const versions = useVersions(offering).data ?? [];
  const usual = versions.find(({ is_default }) => is_default)?.version;
  return (
    <Select
      label="Kubernetes version"
      data={versions.map(({ version }) => ({
        value: version,
        label: version === usual ? `${version} (default)` : version,
      }))}
      value={draft.version || usual || null}
      error={errorOf('version')}
      onChange={(version) => change({ version: version ?? '' })}
    />
  );
}

function KeyField({ form: { draft, change, errorOf } }: { form: Form }) {
  const keys = useSshKeys().data ?? [];
  if (keys.length === 0) return null;
  return (
    <Select
      label="SSH key"
      description="With this key, you can sign in to the machines by SSH."
      clearable
      clearButtonProps={{ 'aria-label': 'No SSH key' }}
      data={keys.map(({ uuid = '', name = '' }) => ({ value: uuid, label: name }))}
      value={draft.key || null}
      error={errorOf('key')}
      onChange={(key) => change({ key: key ?? '' })}
    />
  );
}
