import type { Answers } from '#shared/domain/cluster-contents/apps/answer-values';
import type { ChartChoice, ChartVersion } from '#shared/domain/cluster-contents/apps/chart';
import { allQuestions } from '#shared/domain/cluster-contents/apps/chart-question';
import { answerProblems } from '#shared/domain/cluster-contents/apps/check-answers';
import { Invalid } from '#shared/errors';
import type { KeyedRancher } from '#shared/ports/rancher/keyed-rancher';

/** The charts of one cluster, with the rights of the caller. */
type Charts = { charts: Pick<KeyedRancher, 'findChartVersion'>; clusterId: string };

/**
 * Reads a version of a chart, with its questions, from Rancher. Throws Invalid when the catalog does not have the
 * version.
 */
async function versionOf({ charts, clusterId }: Charts, choice: ChartChoice): Promise<ChartVersion> {
  const found = await charts.findChartVersion(clusterId, choice);
  if (!found) throw new Invalid({ version: [`The template has no version ${choice.version}.`] });
  return found;
}

/**
 * Compares the answers with the questions of the chart version. Throws Invalid, which names each wrong answer.
 * @param kept questions that already have an answer and need no new one: `all`, or the names of the secret answers
 */
export async function checkedQuestions(
  from: Charts,
  choice: ChartChoice,
  answers: Answers,
  kept: readonly string[] | 'all' = [],
): Promise<ChartVersion['questions']> {
  const { questions } = await versionOf(from, choice);
  const variables = kept === 'all' ? allQuestions(questions).map(({ variable }) => variable) : kept;
  const problems = answerProblems(questions, answers, variables);
  if (Object.keys(problems).length > 0) throw new Invalid({ answers: problems });
  return questions;
}
