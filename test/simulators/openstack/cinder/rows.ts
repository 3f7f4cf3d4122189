export interface Attachment {
  server_id: string;
  attachment_id: string;
  device: string;
}

export interface Volume {
  id: string;
  name: string;
  description: string | null;
  project_id: string;
  user_id: string;
  size: number;
  volume_type: string;
  status: 'creating' | 'available' | 'in-use' | 'deleting' | 'error';
  bootable: boolean;
  attachments: Attachment[];
  metadata: Record<string, string>;
  image: { id: string; name: string } | null;
  availability_zone: string;
  created_at: string;
}

export interface VolumeSnapshot {
  id: string;
  name: string | null;
  description: string | null;
  volume_id: string;
  status: 'available';
  size: number;
  metadata: Record<string, string>;
  project_id: string;
  created_at: string;
}

export interface VolumeType {
  id: string;
  name: string;
  description: string | null;
  is_public: boolean;
  extra_specs?: Record<string, string>;
}

export const cinderStore = () => ({
  volumes: new Map<string, Volume>(),
  snapshots: new Map<string, VolumeSnapshot>(),
  types: new Map<string, VolumeType>(),
  /** Limits that differ from the default, by project. */
  quotas: new Map<string, Record<string, number>>(),
});

export type CinderStore = ReturnType<typeof cinderStore>;
