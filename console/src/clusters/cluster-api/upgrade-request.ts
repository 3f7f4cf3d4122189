/** What the form of an upgrade has: a template, or a version and its image. */
export type UpgradeDraft = { template: string; version: string; image: string };

/** The body of the upgrade. Undefined until a template or a version was chosen. Without an image, machines keep theirs. */
export function upgradeRequest({ template, version, image }: UpgradeDraft) {
  if (template !== '') return { cluster_api_template: template };
  if (version === '') return undefined;
  return { kube_tag: version, ...(image !== '' && { image_id: image }) };
}
