import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, IconButton } from '../../elements/icon.tsx';
import type { Find } from './find.ts';
import { maxMatches } from './findMatches.ts';
import { grouped, many, t } from '../../elements/texts.ts';

const switches = [
  { name: 'matchCase', icon: 'case-sensitive', label: t('Match case') },
  { name: 'wholeWord', icon: 'whole-word', label: t('Match whole word') },
  { name: 'isRegExp', icon: 'regex', label: t('Use regular expression') },
] as const;

/** At the top right, like VS Code's. */
export function FindBar({ find }: { readonly find: Find }): VNode {
  const { state, problem } = find;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [find.focusRequests]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') find.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="findBar" role="search" aria-label={t('Find in the commit')}>
      <div class={problem === undefined ? 'findField' : 'findField wrong'}>
        <input
          ref={input}
          type="text"
          aria-label={t('Find in the commit')}
          aria-invalid={problem !== undefined}
          placeholder={t('Find')}
          title={problem}
          spellcheck={false}
          value={state.text}
          onInput={(event) => find.change({ text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        {switches.map(({ name, icon, label }) => (
          <button
            key={name}
            type="button"
            class="findSwitch"
            title={label}
            aria-label={label}
            aria-pressed={state[name]}
            onClick={() => find.change({ [name]: !state[name] })}
          >
            <Icon name={icon} />
          </button>
        ))}
      </div>
      <span class={find.matches.length === 0 && state.text !== '' ? 'findCount none' : 'findCount'} role="status">
        {countMessage(find)}
      </span>
      <IconButton
        icon="arrow-up"
        label={t('Previous match (Shift+Enter)')}
        disabled={find.matches.length === 0}
        onClick={() => find.step(-1)}
      />
      <IconButton
        icon="arrow-down"
        label={t('Next match (Enter)')}
        disabled={find.matches.length === 0}
        onClick={() => find.step(1)}
      />
      <IconButton icon="close" label={t('Close (Escape)')} onClick={find.close} />
    </div>
  );
}

function countMessage({ state, problem, matches, current, isSearching }: Find): string {
  if (problem !== undefined) return problem;
  if (state.text === '') return '';
  if (matches.length === 0) return isSearching ? t('Searching…') : t('No results');
  const all = `${grouped(matches.length)}${matches.length >= maxMatches ? '+' : ''}`;
  return current < 0
    ? many(matches.length, '{1} result', '{1} results', all)
    : t('{0} of {1}', grouped(current + 1), all);
}
