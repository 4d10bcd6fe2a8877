import type { ComponentChild, VNode } from 'preact';
import { useMemo, useReducer, useRef } from 'preact/hooks';
import {
  textKey,
  type FromConversation,
  type TextPlace,
  type ThreadView,
  type ToConversation,
} from '../../messages/conversation.ts';
import type { DiffAdditions } from '../commitPage/diff/additions.ts';
import type { ExtraRow } from '../commitPage/diff/fileLayout.ts';
import type { DiffFile } from '../diff/diffFile.ts';
import type { FailureView } from '../../messages/page.ts';
import { useMessages } from '../elements/host.ts';
import {
  conversationAfter,
  failureOf,
  noConversation,
  received,
  type ConversationAction,
  type ConversationState,
  type OpenText,
} from './conversationState.ts';
import { useTextHandlers } from './textHandlers.ts';
import { ConversationSection } from './section.tsx';
import { byFile, isContext, isShownIn, lineOf, lineMessage, nearestChanged, placeOnLine } from './lineComments.ts';
import { asComment, TextField } from './textField.tsx';
import { threadLabel } from './thread.tsx';
import { type ConversationParts, ThreadWithReply } from './threadWithReply.tsx';
import { t } from '../elements/texts.ts';

export interface CommitConversation {
  /** Threads and editors between lines. */
  readonly additions: DiffAdditions;
  /** Renders the general threads. */
  readonly section: () => VNode;
  /** Undefined until loaded. */
  readonly count: number | undefined;
  /** Error of the load or refresh. */
  readonly failure: FailureView | undefined;
  readonly refresh: () => void;
}

export function useCommitConversation(
  post: (message: FromConversation) => void,
  files: readonly DiffFile[],
  areFilesComplete: boolean,
): CommitConversation {
  const [state, dispatch] = useReducer<ConversationState, ConversationAction>(conversationAfter, noConversation);
  useMessages<ToConversation>(received, dispatch);

  const view = state.view.state === 'ready' ? state.view.value : undefined;
  const threads = view?.threads ?? none;
  const sorted = useMemo(() => byFile(threads, files), [threads, files]);
  const lineTexts = [...state.texts.values()].filter(({ place }) => place.kind === 'line');
  const rows = useRows(sorted.inFiles, lineTexts, files);
  const handlers = useTextHandlers(post, dispatch);
  const places = view?.places ?? noPlaces;
  const parts = { state, hands: handlers, places, dispatch, readOnly: view?.readOnly };

  const draw = (row: ExtraRow, file: DiffFile): ComponentChild => {
    const thread = threads.find(({ id }) => row.id === `thread ${id}`);
    if (thread) return <LineThread thread={thread} file={file} {...parts} />;
    const text = state.texts.get(row.id.slice('text '.length));
    return text ? <LineField text={text} file={file} {...parts} /> : null;
  };
  const onLine =
    view === undefined || view.readOnly !== undefined
      ? undefined
      : {
          label: t('Comment on this line'),
          run: (file: DiffFile, at: Parameters<typeof placeOnLine>[1]) =>
            dispatch({ type: 'open', place: placeOnLine(file, at), text: '' }),
        };
  const refresh = (): void => {
    post({ type: 'refreshConversation' });
    dispatch({ type: 'conversation', view: { state: 'loading' }, isRefreshing: true });
  };
  const isLost = ({ place }: OpenText): boolean =>
    place.kind === 'note'
      ? view !== undefined && !threads.some(({ notes }) => notes.some(({ id }) => id === String(place.id)))
      : place.kind === 'line' && areFilesComplete && !files.some((file) => file.view.newPath === place.newPath);
  return {
    additions: { rows, draw, onLine },
    count: view?.threads.length,
    failure: failureOf(state),
    refresh,
    section: () => (
      <ConversationSection
        threads={areFilesComplete ? sorted.general : sorted.general.filter(({ place }) => place === undefined)}
        total={threads.length}
        lostTexts={[...state.texts.values()].filter(isLost)}
        onRefresh={refresh}
        onCancel={() => post({ type: 'stopConversation' })}
        {...parts}
      />
    ),
  };
}

const none: readonly ThreadView[] = [];
const noPlaces = { project: '', instance: '' };

/** Rows between lines; unchanged files keep their arrays. */
function useRows(
  inFiles: ReadonlyMap<string, readonly ThreadView[]>,
  texts: readonly OpenText[],
  files: readonly DiffFile[],
): ReadonlyMap<string, readonly ExtraRow[]> {
  const last = useRef<ReadonlyMap<string, readonly ExtraRow[]>>(new Map());
  const textKeys = texts.map(({ place }) => textKey(place)).join('\n');
  return useMemo(() => {
    const rows = new Map<string, ExtraRow[]>();
    const add = (path: string, row: ExtraRow): void => void rows.set(path, [...(rows.get(path) ?? []), row]);
    for (const [path, threads] of inFiles) {
      const file = files.find((each) => each.path === path);
      for (const thread of threads) if (file) add(path, threadRow(thread, file));
    }
    for (const { place } of texts) {
      if (place.kind !== 'line') continue;
      const file = files.find(({ view }) => view.newPath === place.newPath);
      if (file) add(file.path, textRow(place));
    }
    const cached = new Map<string, readonly ExtraRow[]>();
    for (const [path, own] of rows) {
      const known = last.current.get(path);
      cached.set(path, known && JSON.stringify(known) === JSON.stringify(own) ? known : own);
    }
    last.current = cached;
    return cached;
  }, [inFiles, textKeys, files]);
}

const threadRow = (thread: ThreadView, file: DiffFile): ExtraRow => ({
  kind: 'extra',
  id: `thread ${thread.id}`,
  what: 'thread',
  at: thread.place && isShownIn(file, thread.place) ? lineOf(thread.place) : undefined,
  estimatedHeight: 70 + thread.notes.length * 70,
  label: threadLabel(thread),
});

const textRow = (place: Extract<TextPlace, { kind: 'line' }>): ExtraRow => ({
  kind: 'extra',
  id: `text ${textKey(place)}`,
  what: 'composer',
  at: lineOf(place),
  estimatedHeight: 190,
  label: t('Your comment on {0}', lineMessage(place)),
});

function LineThread(props: ConversationParts & { readonly thread: ThreadView; readonly file: DiffFile }): VNode {
  const { thread, file } = props;
  const isLost = thread.place !== undefined && !isShownIn(file, thread.place);
  const above =
    isLost && thread.place ? (
      <p class="threadPlace quiet">
        {t(
          thread.place.isInThisDiff ? 'On {0}, which is not shown here' : 'On {0} of another version of the file',
          lineMessage(thread.place),
        )}
      </p>
    ) : undefined;
  return <ThreadWithReply {...props} above={above} />;
}

/** Editor of a line comment. Warns on context lines, where the server may drop the line. */
function LineField(props: ConversationParts & { readonly text: OpenText; readonly file: DiffFile }): ComponentChild {
  const { text, file, hands: handlers, places } = props;
  const { place } = text;
  if (place.kind !== 'line') return null;
  const words = lineMessage(place);
  const withoutLine = {
    label: t('Send without a line'),
    run: () => handlers.onSend(text, { place: { kind: 'commit' } }),
  };
  const nearest = nearestChanged(file, place);
  const ways = [
    ...(nearest
      ? [
          {
            label: t('Send on {0} instead', lineMessage(nearest)),
            run: () => handlers.onSend(text, { place: nearest }),
          },
        ]
      : []),
    withoutLine,
  ];
  return (
    <TextField
      text={text}
      label={t('Comment on {0}', words)}
      placeholder={t('Comment on {0}…', words)}
      sendLabel={isContext(place) ? t('Send here anyway') : t('Comment')}
      places={places}
      handlers={handlers}
      warning={
        isContext(place)
          ? {
              tone: 'warning',
              text: t(
                'The commit did not change {0}. The server may save a comment there without its line. Graft checks afterwards and shows a message.',
                words,
              ),
              actions: ways,
            }
          : undefined
      }
      onRefusal={isContext(place) ? [] : [asComment(text, handlers), withoutLine]}
    />
  );
}
