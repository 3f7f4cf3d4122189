import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

/** A link to the events of a cluster. The events remain after the cluster's deletion. */
export const ActivityLink = ({ uuid }: { uuid: string }) => (
  <Anchor size="sm" component={Link} to={`/activity?scope=${uuid}`} underline="always">
    Who changed what
  </Anchor>
);
