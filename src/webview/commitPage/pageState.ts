import type {
  CommitParts,
  CommitView,
  FileView,
  FromCommitPage,
  ImagesView,
  LoadedDiff,
  PartName,
  RevealPlace,
  ToCommitPage,
} from '../../messages/commitPage.ts';
import type { FailureView, MessageOf, PartView } from '../../messages/page.ts';
import { diffFile, type DiffFile } from '../diff/diffFile.ts';
import { reducerOf, type Reducers } from '../elements/host.ts';
import { t } from '../elements/texts.ts';

/** Separately loaded parts of the head. */
export type Parts = { readonly [K in PartName]: PartView<CommitParts[K]> };

export type FilesProgress = 'loading' | 'complete' | FailureView;

export interface PageState {
  readonly commit: CommitView | undefined;
  /** Failure of the commit itself. */
  readonly failure: FailureView | undefined;
  readonly parts: Parts;
  readonly files: readonly DiffFile[];
  /** Files of a restarted list while it is shorter than the visible one; a commit's files never change. */
  readonly renewed: readonly DiffFile[] | undefined;
  readonly progress: FilesProgress;
  /** Requested position; a new object for each request. */
  readonly reveal: RevealPlace | undefined;
  /** By the new path of the file. */
  readonly images: ReadonlyMap<string, PartView<ImagesView>>;
}

const loading = { state: 'loading' } as const;

export const initialState: PageState = {
  commit: undefined,
  failure: undefined,
  parts: { signature: loading, refs: loading, mergeRequests: loading, statuses: loading, sequence: loading },
  files: [],
  renewed: undefined,
  progress: 'loading',
  reveal: undefined,
  images: new Map(),
};

export const received: Reducers<PageState, ToCommitPage> = {
  commit: (state, { commit }) => {
    const isOther = state.commit !== undefined && state.commit.sha !== commit.sha;
    return { ...(isOther ? initialState : state), commit, failure: undefined };
  },
  failed: (state, { failure }) => ({ ...state, failure }),
  part: (state, { part }) => ({ ...state, parts: { ...state.parts, [part.name]: part.view } }),
  files: (state, message) => receiveFiles(state, message),
  filesFailed: (state, { failure }) => ({ ...state, renewed: undefined, progress: failure }),
  reveal: (state, { path, line, side }) => ({ ...state, reveal: { path, line, side } }),
  loadedDiff: (state, { newPath, view }) => ({
    ...state,
    files: state.files.map((file) => (file.view.newPath === newPath ? loaded(file, view) : file)),
  }),
  images: (state, { newPath, view }) => ({ ...state, images: new Map(state.images).set(newPath, view) }),
};

export const receive = reducerOf<PageState, PageAction>({
  ...received,
  /** Loading again, with old content. */
  retried: (state, { what }) => {
    if (what === 'commit') return { ...state, failure: undefined };
    if (what === 'files') return { ...state, progress: 'loading' };
    return { ...state, parts: { ...state.parts, [what]: loading } };
  },
});

/** A file with its requested diff. */
function loaded(file: DiffFile, view: PartView<LoadedDiff>): DiffFile {
  const { view: before } = file;
  switch (view.state) {
    case 'loading':
      return { ...diffFile({ ...before, note: t('Comparing the two versions of the file…') }), isLoading: true };
    case 'failed':
      return diffFile({ ...before, note: view.failure.message, loadable: view.failure.retryable });
    case 'ready':
      return 'diff' in view.value
        ? diffFile({ ...before, diff: view.value.diff, note: undefined, loadable: false })
        : diffFile({ ...before, note: view.value.note, loadable: false });
  }
}

function receiveFiles(state: PageState, message: MessageOf<ToCommitPage, 'files'>): PageState {
  const before = message.restart ? [] : (state.renewed ?? state.files);
  const added = message.files.map((view, index) => parsedBefore(state.files[before.length + index], view));
  const files = [...before, ...added];
  const isBehind = files.length < state.files.length && !message.complete;
  return {
    ...state,
    files: isBehind ? state.files : files,
    renewed: isBehind ? files : undefined,
    progress: message.complete ? 'complete' : 'loading',
  };
}

/** Reuses a parsed file. */
function parsedBefore(known: DiffFile | undefined, view: FileView): DiffFile {
  const isSame =
    known !== undefined &&
    known.view.newPath === view.newPath &&
    known.view.diff === view.diff &&
    known.view.note === view.note;
  return isSame ? known : diffFile(view);
}

/** A message or a retry. */
export type PageAction = ToCommitPage | { readonly type: 'retried'; readonly what: RetryTarget };

export type RetryTarget = MessageOf<FromCommitPage, 'retry'>['what'];
