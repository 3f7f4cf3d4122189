import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

/** Leads to who changed what in a cluster. The events stay when the cluster is gone. */
export const ActivityLink = ({ uuid }: { uuid: string }) => (
  <Anchor size="sm" component={Link} to={`/activity?scope=${uuid}`} underline="always">
    Who changed what
  </Anchor>
);
