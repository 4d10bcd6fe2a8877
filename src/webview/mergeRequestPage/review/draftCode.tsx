import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CodeView } from '../../../messages/review.ts';
import { diffFile, type DiffFile } from '../../diff/diffFile.ts';
import { LineText } from '../../diff/lineText.tsx';
import { loadLanguageOf, type LineHighlights, paintStretch, stretchAt } from '../../diff/paintFile.ts';
import { loadPainter } from '../../diff/painting.ts';
import type { LineRow } from '../../diff/parseDiff.ts';
import { t } from '../../elements/texts.ts';

const readAs: Readonly<Record<LineRow['sign'], (line: number | string) => string>> = {
  '+': (line) => t('Line {0} added:', line),
  '-': (line) => t('Line {0} removed:', line),
  ' ': (line) => t('Line {0}', line),
};
const classOf: Readonly<Record<LineRow['sign'], string>> = { '+': ' added', '-': ' deleted', ' ': '' };

export interface DraftCodeProps {
  readonly code: CodeView;
  /** Determines the language. */
  readonly path: string;
  /** For screen readers. */
  readonly place: string;
}

/** Code around a draft, its lines marked; highlighted when scrolled near. */
export function DraftCode({ code, path, place }: DraftCodeProps): VNode {
  const file = useMemo(() => fileOf(code, path), [code.hunk, path]);
  const box = useRef<HTMLDivElement>(null);
  const paint = usePaint(file, box);
  return (
    <div ref={box} class="snippet" role="group" aria-label={t('Code at {0}', place)} tabIndex={0}>
      {file.rows.map((row, index) =>
        row.kind === 'line' ? (
          <div key={index} class={`snippetRow${classOf[row.sign]}${isTarget(row, code) ? ' target' : ''}`}>
            <span class="snippetNumber" aria-hidden="true">
              {row.oldNumber}
            </span>
            <span class="snippetNumber" aria-hidden="true">
              {row.newNumber}
            </span>
            <span class="snippetSign" aria-hidden="true">
              {row.sign}
            </span>
            <span class="forReaders">{readAs[row.sign](row.newNumber ?? row.oldNumber ?? '')} </span>
            <code>
              <LineText text={row.text} showReturn={false} paint={paint?.[index]} />
            </code>
          </div>
        ) : null,
      )}
    </div>
  );
}

const fileOf = ({ hunk }: CodeView, path: string): DiffFile =>
  diffFile({ oldPath: path, newPath: path, change: 'modified', modes: undefined, diff: hunk, note: undefined });

/** Highlighting of the last stretch. */
async function lastLines(file: DiffFile): Promise<readonly (LineHighlights | undefined)[] | undefined> {
  const painter = await loadPainter();
  await loadLanguageOf(painter, file);
  const stretch = stretchAt(file, file.rows.length - 1);
  if (stretch === undefined) return undefined;
  const lines = paintStretch(painter, file, stretch);
  return file.rows.map((_, index) => lines[index - stretch.start]);
}

function usePaint(
  file: DiffFile,
  box: { readonly current: HTMLElement | null },
): readonly (LineHighlights | undefined)[] | undefined {
  const [paint, setPaint] = useState<readonly (LineHighlights | undefined)[] | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    setPaint(undefined);
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        lastLines(file).then(
          (lines) => {
            if (!isGone) setPaint(lines);
          },
          // The code is readable without highlighting.
          () => setPaint(undefined),
        );
      },
      { rootMargin: '400px' },
    );
    if (box.current) observer.observe(box.current);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [file]);
  return paint;
}

function isTarget(row: LineRow, { side, first, last }: CodeView): boolean {
  const number = side === 'new' ? row.newNumber : row.oldNumber;
  return number !== undefined && number >= first && number <= last;
}
