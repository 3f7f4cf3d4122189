/** The values of the upgrade form: a template, or a version and its image. */
export type UpgradeDraft = { template: string; version: string; image: string };

/**
 * Makes the body of the upgrade. Returns undefined until the user has chosen a template or a version. Without an image,
 * machines keep their present image.
 */
export function upgradeRequest({ template, version, image }: UpgradeDraft) {
  if (template !== '') return { cluster_api_template: template };
  if (version === '') return undefined;
  return { kube_tag: version, ...(image !== '' && { image_id: image }) };
}
