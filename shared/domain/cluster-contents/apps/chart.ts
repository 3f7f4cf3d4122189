import { z } from 'zod';
import { chartQuestion } from './chart-question.ts';

/** A chart in the index of a repository, with the versions that fit the cluster, newest first. */
export const foundChart = z.object({
  name: z.string(),
  description: z.string(),
  iconUrl: z.string(),
  projectUrl: z.string(),
  versions: z.array(z.string()),
  /** What the chart asks for by annotations; empty if it does not. */
  releaseName: z.string(),
  namespace: z.string(),
  /** The chart that has to be installed before it, with its custom resource definitions. */
  before: z.string(),
  /** Not meant to be installed by people. */
  isHidden: z.boolean(),
});
export type FoundChart = z.infer<typeof foundChart>;

/** What one version of a chart brings for people who install it. */
export const chartVersion = z.object({
  questions: z.array(chartQuestion),
  readme: z.string(),
  appReadme: z.string(),
});
export type ChartVersion = z.infer<typeof chartVersion>;

/** A chart of a repository of the cluster, in one version. */
export type ChartChoice = { repository: string; chart: string; version: string };

/** The newest version that is no prerelease. The list is sorted, newest first. */
export const newestStable = ({ versions }: Pick<FoundChart, 'versions'>): string | undefined =>
  versions.find((version) => !(version.split('+')[0] ?? '').includes('-'));
