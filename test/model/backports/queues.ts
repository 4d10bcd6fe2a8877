import type { KnownAnswers, FinalAnswer } from '../../../src/model/backports/dryRuns.ts';
import type { Queue, QueueCell } from '../../../src/model/backports/queue.ts';

export const memory = (): KnownAnswers & { readonly size: number } => {
  const answers = new Map<string, FinalAnswer>();
  return {
    get: (sha, tip) => answers.get(`${sha} ${tip}`),
    put: (sha, tip, answer) => void answers.set(`${sha} ${tip}`, answer),
    get size() {
      return answers.size;
    },
  };
};

const evidence = ({ evidence: each }: QueueCell): string => {
  switch (each.kind) {
    case 'history':
      return each.presence.evidence.map(({ kind }) => kind).join(' ');
    case 'request':
      return `!${each.backport.mergeRequest.iid} ${each.backport.how}`;
    case 'dryRun':
      return each.answer.kind;
    case 'notNeeded':
      return each.label;
    case 'dryRuns':
      return `${each.answers.map((answer) => answer?.kind ?? 'untested').join(' ')}, by ${each.at + 1}`;
    default:
      return each.kind;
  }
};

/** Cells as text: merge request, state, reasons, evidence. */
export const shortly = ({ branches }: Queue): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    branches.map(({ branch, cells }) => [
      branch,
      cells.map((cell) => {
        const reason = cell.reason.kind === 'all' ? 'all' : cell.reason.name;
        return `!${cell.mergeRequest.iid} ${cell.state} (${reason}): ${evidence(cell)}`;
      }),
    ]),
  );
