import { describe, expect, test } from 'vitest';
import { foundProject, projectAnnotations, projectDescription, projectName } from './project-names.ts';

const uuid = 'abcdef01'.repeat(4);
const ordered = {
  uuid,
  name: 'Web shop',
  slug: 'web-shop-1',
  customer: { name: 'ACME', slug: 'acme' },
  project: { name: 'Portal', slug: 'portal' },
};

describe('names in Rancher', () => {
  test.each([
    ['prefix and slug of the resource', 'waldur-', 'web-shop-1', 'waldur-web-shop-1'],
    ['another prefix', 'team-', 'web', 'team-web'],
    ['no slug: a part of the uuid', 'waldur-', '', 'waldur-resource-abcdef01'],
    ['a dash at the end is left out', 'waldur-', 'web-', 'waldur-web'],
    ['exactly a namespace’s length', 'p-', 'x'.repeat(61), `p-${'x'.repeat(61)}`],
    ['cut for a namespace', 'p-', 'x'.repeat(62), `p-${'x'.repeat(52)}-abcdef01`],
    ['cut at a dash', 'p-', `${'x'.repeat(51)}-${'y'.repeat(20)}`, `p-${'x'.repeat(51)}-abcdef01`],
  ])('of a project: %s (S1-046, U7, U10)', (_, prefix, slug, expected) => {
    expect(projectName(prefix, { slug, uuid })).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(63);
  });

  test('describe the resource with customer and project, by their names or else by their slugs (S1-009, S1-051)', () => {
    expect(projectDescription(ordered)).toBe('Web shop (Customer: ACME, Project: Portal)');
    const nameless = { ...ordered, customer: { name: '', slug: 'acme' }, project: { name: '', slug: 'portal' } };
    expect(projectDescription(nameless)).toBe('Web shop (Customer: acme, Project: portal)');
  });

  test('are accompanied by the site agent’s annotations and Paddock’s own', () => {
    expect(projectAnnotations('prod', ordered)).toEqual({
      'waldur/organization': 'acme',
      'waldur/managed': 'true',
      'waldur/project_slug': 'portal',
      'paddock.cloud/installation': 'prod',
      'paddock.cloud/resource': uuid,
    });
    const without = { ...ordered, project: { name: '', slug: '' } };
    expect(projectAnnotations('prod', without)).toMatchObject({ 'waldur/project_slug': 'unknown' });
  });
});

const wanted = { stage: 'prod', uuid, clusterId: 'c-m-1', projectName: 'waldur-web' };
const own = { id: 'own', clusterId: 'c-m-1', name: 'waldur-web', annotations: projectAnnotations('prod', ordered) };

test.each([
  ['nothing', [], undefined, false],
  ['its own project', [own], 'own', false],
  ['its own beside another of the name', [{ ...own, id: 'x', annotations: {} }, own], 'own', false],
  ['a project of the name without annotations', [{ ...own, annotations: {} }], undefined, true],
  [
    'a project of another resource',
    [{ ...own, annotations: { ...own.annotations, 'paddock.cloud/resource': 'x' } }],
    undefined,
    true,
  ],
  [
    'a project of another installation',
    [{ ...own, annotations: projectAnnotations('test', ordered) }],
    undefined,
    true,
  ],
  ['its own project in another cluster', [{ ...own, clusterId: 'c-m-2' }], undefined, false],
  ['its own project under another name', [{ ...own, name: 'renamed' }], undefined, false],
])('a repeated order that finds %s (S1-055, U34)', (_, listed, id, isTaken) => {
  const found = foundProject(listed, wanted);
  expect({ id: found.own?.id, isTaken: found.isTaken }).toEqual({ id, isTaken });
});
