import type { FileView, ToCommitPage } from '../../messages/commitPage.ts';

type Take = (message: ToCommitPage) => void;

/** Enough diff text for any screen. */
const screenCharacters = 100_000;
/** Timeout for hidden pages, which get no frames. */
const maxFrameMs = 100;

/**
 * Delivers messages in order. A long list of files is split, so that the first screen is painted before the rest is
 * processed.
 */
export function inTurn(take: Take, afterFrame: (goOn: () => void) => void = afterNextFrame): Take {
  let rest: ToCommitPage | undefined;
  let waiting: ToCommitPage[] = [];
  const goOn = (): void => {
    const [first, others] = [rest, waiting];
    rest = undefined;
    waiting = [];
    if (first) take(first);
    for (const message of others) give(message);
  };
  const give = (message: ToCommitPage): void => {
    if (rest) {
      waiting.push(message);
      return;
    }
    const count = message.type === 'files' ? countOnScreen(message.files) : 0;
    if (message.type !== 'files' || count >= message.files.length) {
      take(message);
      return;
    }
    rest = { ...message, files: message.files.slice(count), restart: false };
    take({ ...message, files: message.files.slice(0, count), complete: false });
    afterFrame(goOn);
  };
  return give;
}

function countOnScreen(files: readonly FileView[]): number {
  let characters = 0;
  const last = files.findIndex(({ diff }) => (characters += diff.length) > screenCharacters);
  return last === -1 ? files.length : last + 1;
}

function afterNextFrame(goOn: () => void): void {
  const late = setTimeout(() => {
    cancelAnimationFrame(frame);
    goOn();
  }, maxFrameMs);
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    // after the frame, not in it
    setTimeout(goOn);
  });
}
