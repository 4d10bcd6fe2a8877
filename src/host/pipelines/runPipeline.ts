import * as vscode from '../vscode.ts';
import { type WantedPipeline, run } from '../../model/pipelines/writing.ts';
import { call } from '../kit/areaCommands.ts';
import { askText } from '../kit/questions/askText.ts';
import { explainFailed } from '../kit/words/explain.ts';
import { visible, visibleLabel } from '../kit/words/format.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { requireDeveloper, sent } from './acting.ts';
import type { PipelinesArea } from './area.ts';

interface Variable {
  readonly key: string;
  readonly value: string;
}

type Row = vscode.QuickPickItem & { readonly does: 'run' | 'branch' | 'add' | Variable };

const splitVariable = (text: string): Variable | undefined => {
  const at = text.indexOf('=');
  const key = text.slice(0, at).trim();
  return at > 0 && /^[A-Za-z_]\w{0,254}$/.test(key) ? { key, value: text.slice(at + 1) } : undefined;
};

/** Runs a new pipeline for a branch: shows branch and variables, which can be changed, before it is sent. */
export const runPipeline = async (area: PipelinesArea, open: OpenProject, branch: string): Promise<void> => {
  const { t } = vscode.l10n;
  const project = open.project.id;
  await requireDeveloper({ open, project });
  let ref = branch;
  let variables: readonly Variable[] = [];
  for (;;) {
    const rows: Row[] = [
      { label: `$(play) ${t('Run Pipeline')}`, description: visibleLabel(ref), does: 'run' },
      { label: `$(git-branch) ${t('Other Branch…')}`, does: 'branch' },
      { label: `$(add) ${t('Add Variable…')}`, does: 'add' },
      ...variables.map((each) => {
        const [label, description] = [visibleLabel(`${each.key} = ${each.value}`), t('Enter removes it')];
        return { label, description, does: each };
      }),
    ];
    const title = t('Run New Pipeline');
    const placeholder = t('Its jobs are those of .gitlab-ci.yml on the branch');
    const chosen = await pickRow(rows, { title, placeholder });
    if (chosen === undefined) return;
    if (chosen.does === 'branch') {
      const prompt = t('The pipeline runs for its newest commit.');
      const problem = (text: string) => (text.trim() === '' ? t('Name a branch or tag.') : undefined);
      ref = (await askText({ title: t('Branch or Tag'), prompt, value: ref, problem })) ?? ref;
    } else if (chosen.does === 'add') {
      const prompt = t('Name and value with = between them, such as DEPLOY=yes.');
      const problem = (text: string) => (splitVariable(text) ? undefined : prompt);
      const text = await askText({ title: t('Add Variable'), prompt, value: '', keepsSpaces: true, problem });
      const added = text === undefined ? undefined : splitVariable(text);
      if (added) variables = [...variables.filter(({ key }) => key !== added.key), added];
    } else if (chosen.does === 'run') {
      if (await start(area, open, { ref, variables })) return;
    } else variables = variables.filter((each) => each !== chosen.does);
  }
};

/** Runs it; answers false where the server refused, so that nothing typed is lost. */
const start = async (
  area: PipelinesArea,
  open: OpenProject,
  { ref, variables }: Omit<WantedPipeline, 'username'>,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const wanted = { ref, variables, username: open.account.username };
  const place = { client: open.client, project: open.project.id };
  const about = { reference: t('Pipeline of {0}', visible(ref)), ref };
  try {
    const made = await sent(area, about, () => run(place, wanted));
    if (made === undefined) return true;
    const show = t('Show Pipeline');
    const answer = vscode.window.showInformationMessage(t('Pipeline #{0} was started.', String(made.id)), show);
    void answer.then(async (answer) => {
      if (answer === show) await call('graft.pipelines.open', { open, page: { kind: 'pipeline', id: made.id } });
    });
    return true;
  } catch (error) {
    void vscode.window.showErrorMessage(explainFailed(error));
    return false;
  }
};
