/** An image as it is shown, without the paths that follow from its id. */
export interface Image {
  id: string;
  name: string;
  status: string;
  visibility: 'public' | 'private';
  owner: string;
  size: number;
  virtual_size: number;
  min_disk: number;
  min_ram: number;
  checksum: string;
  os_hash_algo: string;
  os_hash_value: string;
  disk_format: string;
  container_format: string;
  protected: boolean;
  os_hidden: boolean;
  tags: string[];
  created_at: string;
  updated_at: string;
  /** Properties that operators have added. Glance returns these properties together with the image's own fields. */
  properties: Record<string, string>;
}

export const glanceStore = () => ({ images: new Map<string, Image>() });

export type GlanceStore = ReturnType<typeof glanceStore>;
