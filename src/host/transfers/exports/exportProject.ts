import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { instanceName } from '../../../model/account.ts';
import { errorWithoutSecrets } from '../../../model/transfers/imports/services/secrets.ts';
import {
  requestProjectExport,
  type ExportDetails,
  exportState,
  isAtWork,
} from '../../../model/transfers/exports/projectExport.ts';
import { readExportLimit, type SizeLimit } from '../../../model/transfers/imports/sizeLimit.ts';
import { type Summary, confirmAndSend, type Sent } from '../../kit/questions/summary.ts';
import type { TransfersArea } from '../area.ts';
import { askText } from '../../kit/questions/askText.ts';
import { bytesText, visible } from '../../kit/words/format.ts';
import { shownIfSlow } from '../../kit/progress.ts';
import { addJob, reportRunning, seedOf, startJob } from '../startJob.ts';
import { chooseProjectToExport, type ExportSubject, openProjectToExport } from './chooseSubject.ts';
import {
  checkWritable,
  chooseFile,
  chooseUpload,
  freeFile,
  type UploadChoice,
  uploadWarnings,
} from './chooseTarget.ts';

/** Exports a project, the window's first, to a local file or to an upload URL. */
export const startProjectExport = async (area: TransfersArea): Promise<void> => {
  const own = await openProjectToExport(area);
  let next = own ?? (await chooseProjectToExport(area));
  while (next !== undefined) next = await exportOne(area, next, next === own);
};

/** Exports a project; answers another one where the user wants that instead. */
const exportOne = async (
  area: TransfersArea,
  chosen: ExportSubject,
  isOwn: boolean,
): Promise<ExportSubject | undefined> => {
  const { t } = vscode.l10n;
  const seed = seedOf('projectExport', chosen.account, chosen.subject);
  const running = area.jobs.findDuplicate(seed);
  if (running !== undefined)
    return (await reportRunning(running, another())) === another() ? chooseProjectToExport(area) : undefined;
  const [before, limit] = await shownIfSlow(t('Checking for previous exports…'), () =>
    Promise.all([stateBefore(area, chosen), limitOf(area, chosen)]),
  );
  if (before instanceof Error) {
    if (!isOwn) throw before;
    area.log.error('The project of the window cannot be exported.', before);
    return chooseProjectToExport(area, before.message);
  }
  const what = await chooseWhat(chosen, before);
  if (what === undefined) return undefined;
  if (what === 'another') return chooseProjectToExport(area);
  if (what === 'new') return askAndStart(area, chosen, { before, limit });
  const file = await chooseFile(chosen.subject.path);
  if (file === undefined) return undefined;
  const isFormer = what === 'former';
  // a running export may finish before the first poll
  const details: Partial<ExportDetails> = { to: 'file', isFormer: true, seenAtWork: !isFormer };
  await addJob(area, { ...seed, file: { path: file }, details }, isFormer ? 'receiving' : 'running', 'asked');
  return undefined;
};

const another = (): string => vscode.l10n.t('Another Project…');

interface ServerFacts {
  readonly before: string;
  readonly limit: SizeLimit;
}

interface Answers {
  readonly where: Where;
  /** Empty: the project's own description. */
  readonly description: string;
}

type Part = keyof Answers | 'another';

/** Asks what is to be sent, and sends it; answers another project where the user chooses that instead. */
const askAndStart = async (
  area: TransfersArea,
  chosen: ExportSubject,
  facts: ServerFacts,
): Promise<ExportSubject | undefined> => {
  let other: ExportSubject | undefined;
  const first: Answers = {
    where: { kind: 'file', file: freeFile(chosen.subject.path, area.jobs.list()) },
    description: '',
  };
  await confirmAndSend<Answers, Part>(area, first, {
    show: (answers) => exportSummary(chosen, facts, answers),
    change: async (answers, part) => {
      if (part === 'where') return { ...answers, where: (await chooseWhere(chosen)) ?? answers.where };
      if (part === 'description')
        return { ...answers, description: (await askDescription(area, chosen)) ?? answers.description };
      other = await chooseProjectToExport(area);
      return other === undefined ? answers : undefined;
    },
    send: (answers) => start(area, chosen, facts, answers),
  });
  return other;
};

const start = async (
  area: TransfersArea,
  chosen: ExportSubject,
  { before }: ServerFacts,
  { where, description }: Answers,
): Promise<Sent> => {
  if (where.kind === 'file') await checkWritable(where.file);
  const upload = where.kind === 'upload' ? where.choice : undefined;
  const details: Partial<ExportDetails> = { to: upload === undefined ? 'file' : 'address', before };
  const next = await startJob(area, {
    seed: {
      ...seedOf('projectExport', chosen.account, chosen.subject),
      details,
      ...(where.kind === 'file' ? { file: { path: where.file } } : { source: where.choice.address.shown }),
    },
    send: () =>
      requestProjectExport(area.clients.of(chosen.account), {
        project: chosen.subject.id,
        before,
        ...(description === '' ? {} : { description }),
        ...(upload && { upload: { url: upload.address.url, http_method: upload.method } }),
      }).catch((error: unknown) => {
        // servers quote the URL they refuse
        throw upload === undefined ? error : errorWithoutSecrets(error, [upload.address.url]);
      }),
    started: () => ({ state: { state: 'asked' } }),
  });
  if (next === 'done') await area.unsentTexts.delete(descriptionKey(chosen));
  return next;
};

/** A failure must not block the export. */
const limitOf = (area: TransfersArea, { account }: ExportSubject): Promise<SizeLimit> =>
  readExportLimit(area.clients.of(account)).catch((error: unknown): SizeLimit => {
    area.log.error('The size limit for exports could not be read.', error);
    return { kind: 'unknown' };
  });

/** State of an earlier export; an error with an explanation where the server refuses. */
const stateBefore = async (area: TransfersArea, { account, subject }: ExportSubject): Promise<string | Error> => {
  const { t } = vscode.l10n;
  try {
    return await exportState(area.clients.of(account), subject.id);
  } catch (error) {
    const facts = requestErrorFacts(error, 'forbidden', 'notFound');
    if (facts === undefined) throw error;
    const message = visible(facts.serverMessage ?? facts.failure);
    return new Error(
      facts.failure === 'forbidden'
        ? t('Only Maintainers and Owners can export {0}: “{1}”.', visible(subject.path), message)
        : t(
            '{1} can’t be exported from {0}: “{2}”. The project may have been deleted, or an administrator has disabled exports.',
            instanceName(account.baseUrl),
            visible(subject.path),
            message,
          ),
      { cause: error },
    );
  }
};

/** A new export, the finished one, the running one or that of another project. */
const chooseWhat = async (
  { subject }: ExportSubject,
  before: string,
): Promise<'new' | 'former' | 'underWay' | 'another' | undefined> => {
  const { t } = vscode.l10n;
  const title = t('Export {0}', visible(subject.path));
  const other = { label: `$(repo) ${another()}`, what: 'another' as const };
  if (before === 'finished') {
    const picked = await vscode.window.showQuickPick(
      [
        {
          label: `$(cloud-download) ${t('Save the Finished Export')}`,
          detail: t('The server has an archive of your previous export. It may be outdated.'),
          what: 'former' as const,
        },
        {
          label: `$(sync) ${t('Export Again')}`,
          detail: t('The server deletes the previous archive first.'),
          what: 'new' as const,
        },
        other,
      ],
      { title, placeHolder: t('Your previous export has finished'), ignoreFocusOut: true },
    );
    return picked?.what;
  }
  if (!isAtWork(before)) return 'new';
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: `$(eye) ${t('Watch This Export and Save Its Archive')}`,
        detail: t('It was started elsewhere, for example in the browser. Only one export can run at a time.'),
        what: 'underWay' as const,
      },
      other,
    ],
    { title, placeHolder: t('Your export is already running on the server'), ignoreFocusOut: true },
  );
  return picked?.what;
};

type Where =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'upload'; readonly choice: UploadChoice };

const chooseWhere = async ({ subject }: ExportSubject): Promise<Where | undefined> => {
  const { t } = vscode.l10n;
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: `$(save) ${t('Save on This Computer…')}`,
        detail: t('Graft waits for the export, downloads the archive, verifies it and saves it.'),
        to: 'file' as const,
      },
      {
        label: `$(cloud-upload) ${t('Upload from the Server…')}`,
        detail: t('The server uploads the archive to a pre-signed URL. Nothing is downloaded to this computer.'),
        to: 'upload' as const,
      },
    ],
    { title: t('Export {0}', visible(subject.path)), placeHolder: t('Archive destination'), ignoreFocusOut: true },
  );
  if (picked === undefined) return undefined;
  if (picked.to === 'file') {
    const file = await chooseFile(subject.path);
    return file === undefined ? undefined : { kind: 'file', file };
  }
  const choice = await chooseUpload();
  return choice && { kind: 'upload', choice };
};

const descriptionKey = ({ account, subject }: ExportSubject): string =>
  `transfer description ${account.id} ${subject.id}`;

/** Description for the archive; empty keeps the project's. Undefined when closed. */
const askDescription = async (area: TransfersArea, chosen: ExportSubject): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const key = descriptionKey(chosen);
  const { account, subject } = chosen;
  return askText({
    title: t('Description in the Archive'),
    prompt: t(
      'Optional: replace the description of {0} in the archive with a single line of text',
      visible(subject.path),
    ),
    value: area.unsentTexts.get(key)?.text ?? '',
    problem: () => undefined,
    typed: (text) =>
      void area.unsentTexts.save({
        key,
        account: account.id,
        text,
        place: { project: subject.path },
        refusal: undefined,
      }),
  });
};

const exportSummary = (
  { account, subject }: ExportSubject,
  { before, limit }: ServerFacts,
  { where, description }: Answers,
): Summary<Part> => {
  const { t } = vscode.l10n;
  return {
    title: t('Export {0}', visible(subject.path)),
    start: { label: t('Export'), value: subject.path, icon: 'cloud-download' },
    rows: [
      {
        part: 'where',
        icon: where.kind === 'file' ? 'save' : 'cloud-upload',
        label: t('Archive destination'),
        value:
          where.kind === 'file'
            ? where.file
            : t('Upload with {0} to: {1}', where.choice.method, visible(where.choice.address.shown)),
      },
      {
        part: 'description',
        icon: 'edit',
        label: t('Description in the Archive'),
        value: description === '' ? t('that of the project') : description,
      },
      { part: 'another', icon: 'repo', label: another(), value: '' },
    ],
    warnings: [
      ...(where.kind === 'file' ? [] : uploadWarnings(where.choice, Date.now())),
      ...(before === 'none' ? [] : [t('Your previous export of this project will be deleted first.')]),
    ],
    notes: [
      t('Account: {0} as {1}', instanceName(account.baseUrl), account.username),
      ...(limit.kind === 'bytes' ? [t('Size limit for exports: {0}.', bytesText(limit.bytes))] : []),
      ...(limit.kind === 'none' ? [t('No size limit for exports.')] : []),
      t('Not included: CI/CD variables, webhooks, tokens, job logs, artifacts and the container registry.'),
    ],
  };
};
