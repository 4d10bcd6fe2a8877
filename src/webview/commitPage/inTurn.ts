import type { FileView, ToCommitPage } from '../../messages/commitPage.ts';

type Take = (message: ToCommitPage) => void;

/** So many characters of diffs fill any screen. */
const screenCharacters = 100_000;
/** A page out of sight gets no frames; then it goes on after this long. */
const longestFrameMs = 100;

/**
 * Hands messages on in the order they came. Of a long list of files those that fill the screen are handed on at once,
 * and the others when they have been painted: nobody waits for lines that are far below.
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
  }, longestFrameMs);
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    // after the frame, not in it
    setTimeout(goOn);
  });
}
