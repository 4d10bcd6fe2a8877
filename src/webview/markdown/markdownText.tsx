import type { ComponentChild, VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { visibleString } from '../elements/visibleText.ts';
import type { MarkdownNode, MarkdownPlaces, ParseMarkdown } from './markdownTree.ts';
import { many, t } from '../elements/texts.ts';

type OnTick = (line: number, isDone: boolean) => void;

/** Loaded with the first text. */
let parser: ParseMarkdown | undefined;

const loadParser = async (): Promise<void> => {
  parser = (await import('./parseMarkdown.ts')).parseMarkdown;
};

/** Markdown of a note. Plain text until the parser is loaded, or if that fails. */
export function MarkdownText({
  text,
  places,
  onTick,
}: {
  readonly text: string;
  readonly places: MarkdownPlaces;
  /** Toggles a task by its line; without it, checkboxes are disabled. */
  readonly onTick?: OnTick;
}): VNode {
  const { parse, failure } = useParser();
  const { project, instance } = places;
  const nodes = useMemo(() => parse?.(text, { project, instance }), [parse, text, project, instance]);
  if (nodes === undefined) {
    return (
      <div class="markdown asWritten">
        <SafeText text={text} role="message" />
        {failure !== undefined && <p class="quiet">{t('Shown as it was written: {0}', failure)}</p>}
      </div>
    );
  }
  return <div class="markdown">{draw(nodes, onTick)}</div>;
}

function useParser(): { readonly parse: ParseMarkdown | undefined; readonly failure: string | undefined } {
  const [parse, setParse] = useState(() => parser);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (parse) return;
    let isGone = false;
    loadParser().then(
      () => {
        if (!isGone) setParse(() => parser);
      },
      (error: unknown) => {
        if (!isGone) setFailure(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [parse]);
  return { parse, failure };
}

const draw = (nodes: readonly MarkdownNode[], onTick?: OnTick): ComponentChild =>
  nodes.map((node, index) => drawn(node, index, onTick));

function drawn(node: MarkdownNode, key: number, onTick?: OnTick): ComponentChild {
  if (typeof node === 'string') return <SafeText key={key} text={node} role="message" />;
  switch (node.kind) {
    case 'link':
      return (
        <a key={key} href={node.href} title={visibleString(node.href, 'line')}>
          {draw(node.children)}
        </a>
      );
    case 'image':
      return <Picture key={key} href={node.href} alt={node.alt} />;
    case 'code':
      return (
        <pre key={key} tabIndex={0} data-language={node.language || undefined}>
          <code>
            <SafeText text={node.text.replace(/\n$/, '')} role="message" />
          </code>
        </pre>
      );
    case 'suggestion':
      return <Suggestion key={key} text={node.text} above={node.above} below={node.below} />;
    case 'element':
      return element(node, key, onTick);
  }
}

function element(node: Extract<MarkdownNode, { kind: 'element' }>, key: number, onTick?: OnTick): ComponentChild {
  const { tag: Tag, children, task, line } = node;
  if (Tag === 'br' || Tag === 'hr') return <Tag key={key} />;
  if (Tag === 'li' && task !== undefined) {
    const isDone = task === 'done';
    const tick = onTick && line !== undefined ? () => onTick(line, !isDone) : undefined;
    const onClick = (event: Event): void => {
      // the box changes once the server has saved it
      event.preventDefault();
      tick?.();
    };
    return (
      <li key={key} class="task">
        <input type="checkbox" aria-label={t('Done')} checked={isDone} disabled={!tick} onClick={onClick} />
        <div>{draw(children, onTick)}</div>
      </li>
    );
  }
  if (Tag === 'table') {
    return (
      <div key={key} class="tableBox" tabIndex={0}>
        <table>{draw(children)}</table>
      </div>
    );
  }
  return (
    <Tag key={key} {...{ class: node.align, start: node.start }}>
      {draw(children, onTick)}
    </Tag>
  );
}

function Suggestion({
  text,
  above,
  below,
}: {
  readonly text: string;
  readonly above: number;
  readonly below: number;
}): VNode {
  const lines = above + below + 1;
  return (
    <figure class="suggestion">
      <figcaption>
        <Icon name="lightbulb" /> {suggestionTitle(lines, text.trim() === '')}
      </figcaption>
      {text.trim() !== '' && (
        <pre tabIndex={0}>
          <code>
            <SafeText text={text.replace(/\n$/, '')} role="message" />
          </code>
        </pre>
      )}
    </figure>
  );
}

const suggestionTitle = (lines: number, isEmpty: boolean): string => {
  if (isEmpty) return many(lines, 'Suggested change: remove the line', 'Suggested change: remove {0} lines');
  return lines > 1 ? t('Suggested change in place of {0} lines', lines) : t('Suggested change');
};

/** The extension sets this together with a CSP that allows images. */
const mayLoad = (href: string): boolean => document.body.dataset['pictures'] === 'load' && href.startsWith('https:');

/** A link, or the image if it may and can be loaded. */
function Picture({ href, alt }: { readonly href: string; readonly alt: string }): VNode {
  const [hasFailed, setFailed] = useState(false);
  const words = visibleString(alt, 'line') || t('picture');
  return (
    <a class="picture" href={href} title={t('Open the picture: {0}', visibleString(href, 'line'))}>
      {mayLoad(href) && !hasFailed ? (
        <img src={href} alt={words} loading="lazy" referrerpolicy="no-referrer" onError={() => setFailed(true)} />
      ) : (
        <>
          <Icon name="file-media" /> <SafeText text={words} role="line" />
        </>
      )}
    </a>
  );
}
