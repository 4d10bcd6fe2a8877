import type { VNode } from 'preact';
import type { CodeView } from '../../messages/reviewPage.ts';
import { LineText } from '../diff/lineText.tsx';
import { parseDiff, type LineRow } from '../diff/parseDiff.ts';

const readAs: Readonly<Record<LineRow['sign'], string>> = { '+': 'added: ', '-': 'removed: ', ' ': '' };
const classOf: Readonly<Record<LineRow['sign'], string>> = { '+': ' added', '-': ' deleted', ' ': '' };

/** The code a draft is about, with the lines it stands on marked. */
export function DraftCode({ code, place }: { readonly code: CodeView; readonly place: string }): VNode {
  const rows = parseDiff(code.hunk).rows.filter((row) => row.kind === 'line');
  return (
    <div class="snippet" role="group" aria-label={`Code at ${place}`} tabIndex={0}>
      {rows.map((row, index) => (
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
          <span class="forReaders">{`Line ${row.newNumber ?? row.oldNumber} ${readAs[row.sign]}`}</span>
          <code>
            <LineText text={row.text} showReturn={false} />
          </code>
        </div>
      ))}
    </div>
  );
}

function isTarget(row: LineRow, { side, first, last }: CodeView): boolean {
  const number = side === 'new' ? row.newNumber : row.oldNumber;
  return number !== undefined && number >= first && number <= last;
}
