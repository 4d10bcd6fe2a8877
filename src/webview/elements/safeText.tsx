import type { ComponentChild, VNode } from 'preact';
import { useLate } from './late.ts';
import { visiblePieces, visibleString, type TextRole } from './visibleText.ts';

/** Text from the server, with deceptive characters shown by their codes. */
export function SafeText({ text, role }: { readonly text: string; readonly role: TextRole }): ComponentChild {
  return visiblePieces(text, role).map((piece, index) =>
    'plain' in piece ? piece.plain : <Mark key={index} mark={piece.mark} />,
  );
}

/** The name is loaded with the first one. */
function Mark({ mark }: { readonly mark: string }): VNode {
  const names = useLate(true, () => import('./characterNames.ts'));
  return (
    <span class="mark" title={names ? `${mark} ${names.meaningOf(mark)}` : mark}>
      {mark}
    </span>
  );
}

/** Folders are dimmed. Each segment is isolated, so that bidirectional text can't reorder the path. */
export function SafePath({ path }: { readonly path: string }): ComponentChild {
  const split = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, split);
  const name = path.slice(split);
  return (
    <span class="path" title={visibleString(path, 'name')}>
      {folder !== '' && (
        <span class="folder">
          <Steps path={folder} />
        </span>
      )}
      <span class="name">
        <Steps path={name} />
      </span>
    </span>
  );
}

function Steps({ path }: { readonly path: string }): ComponentChild {
  if (/^[\x21-\x7e]*$/.test(path)) return path;
  return path.split(/(?<=\/)/).map((step, index) => (
    <bdi key={index}>
      <SafeText text={step} role="name" />
    </bdi>
  ));
}
