import * as vscode from '../vscode.ts';
import type { PipelinePlace } from '../../model/pipelines/reading.ts';
import { type FailedTest, readFailedTests } from '../../model/pipelines/testReport.ts';
import { cancellable } from '../kit/progress.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import { visible, visibleLabel } from '../kit/words/format.ts';
import { pipelineIcon } from '../kit/words/pipelineState.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { PipelinesArea } from './area.ts';
import { filesMeant } from './fileLinks.ts';
import { testWords } from './messages.ts';

type TestRow = vscode.QuickPickItem & { readonly test: FailedTest };

/** Reads the test report of a pipeline and asks for a failed test, whose output or file it opens. */
export const chooseTest = async (area: PipelinesArea, open: OpenProject, place: PipelinePlace): Promise<void> => {
  const { t } = vscode.l10n;
  const { id } = place.pipeline;
  const tests = await cancellable(t('Reading the test report'), (signal) => readFailedTests(place, id, { signal }));
  if (tests === undefined) return;
  if (tests.length === 0) {
    const words = t('The test report of pipeline #{0} lists no failed tests. Reports expire with their artifacts.', id);
    return void vscode.window.showInformationMessage(words);
  }
  let file: string | null | undefined;
  const row = await pickRow(tests.map(testRow), {
    title: t('Failed Tests of Pipeline #{0}', id),
    placeholder: t('Enter opens the output of a test'),
    pressed: ({ test }) => (file = test.file),
  });
  if (row) await area.jobLogs.openTest(open, place, row.test);
  if (file == null) return;
  const found = await (await filesMeant(area, { open, project: place.project }))?.(file);
  if (found) await vscode.window.showTextDocument(found);
  else void vscode.window.showWarningMessage(t('{0} is not in a clone of the project in this window.', visible(file)));
};

const testRow = (test: FailedTest): TestRow => ({
  label: visibleLabel(test.name || test.suite),
  iconPath: test.status === 'broken' ? new vscode.ThemeIcon('warning') : pipelineIcon('failed'),
  description: visibleLabel([...testWords(test), test.file].filter(Boolean).join(' · ')),
  buttons: test.file ? [{ iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: vscode.l10n.t('Open File') }] : [],
  test,
});
