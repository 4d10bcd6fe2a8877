import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ComposerIntent, ComposerView, FromComposer } from '../../messages/composer.ts';
import type { IconName } from '../../messages/icons.ts';
import type { Host } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { t } from '../elements/texts.ts';
import { LinkButton } from './linkButton.tsx';

interface Props {
  readonly view: ComposerView;
  readonly host: Host<FromComposer>;
}

/** Branch, base, author and options. */
export function Target({ view, host }: Props): VNode {
  const { target } = view;
  return (
    <section class="target" aria-label={t('Target')}>
      <div class="field">
        <span class="fieldName">{t('Branch')}</span>
        <div class="fieldValue">
          <Choice
            icon="git-branch"
            value={target.branch === '' ? t('Choose…') : target.branch}
            label={t('Choose the branch')}
            does="chooseBranch"
            host={host}
          />
          <span class="quiet words">
            <SafeText text={target.words} role="name" />
          </span>
        </div>
      </div>
      <div class="field">
        <span class="fieldName">{t('Base')}</span>
        <div class="fieldValue">
          <Choice
            icon={target.start === undefined ? 'arrow-up' : 'git-commit'}
            value={target.start ?? t('Tip of the branch')}
            label={t('Choose the base of the branch')}
            does="chooseStart"
            host={host}
          />
          {target.start !== undefined && (
            <Choice
              icon="repo"
              value={target.startProject ?? t('This project')}
              label={t('Choose the project of the base')}
              does="chooseStartProject"
              host={host}
            />
          )}
        </div>
      </div>
      <Author view={view} host={host} />
      <div class="field">
        <span class="fieldName">{t('Options')}</span>
        <div class="fieldValue options">
          <label title={t('The server counts the added and deleted lines of the commit')}>
            <input
              type="checkbox"
              checked={view.stats}
              onChange={(event) => host.post({ type: 'option', name: 'stats', on: event.currentTarget.checked })}
            />
            {t('Include line counts')}
          </label>
          {target.start !== undefined && (
            <label>
              <input
                type="checkbox"
                checked={view.force}
                onChange={(event) => host.post({ type: 'option', name: 'force', on: event.currentTarget.checked })}
              />
              {t('Overwrite the branch (force)')}
            </label>
          )}
        </div>
      </div>
    </section>
  );
}

function Choice(props: {
  readonly icon: IconName;
  readonly value: string;
  readonly label: string;
  readonly does: ComposerIntent;
  readonly host: Host<FromComposer>;
}): VNode {
  return (
    <button
      type="button"
      class="choice"
      aria-label={`${props.label}: ${props.value}`}
      title={props.label}
      onClick={() => props.host.post({ type: props.does })}
    >
      <Icon name={props.icon} />
      <span class="choiceValue">
        <SafeText text={props.value} role="name" />
      </span>
      <Icon name="chevron-down" />
    </button>
  );
}

function Author({ view, host }: Props): VNode {
  const { author } = view;
  const [name, setName] = useState(author?.name ?? '');
  const [email, setEmail] = useState(author?.email ?? '');
  const isOther = author !== undefined;
  useEffect(() => {
    setName(author?.name ?? '');
    setEmail(author?.email ?? '');
  }, [isOther]);
  const postAuthor = (next: { readonly name: string; readonly email: string }): void => {
    setName(next.name);
    setEmail(next.email);
    host.post({ type: 'author', author: next });
  };
  return (
    <div class="field">
      <span class="fieldName">{t('Author')}</span>
      <div class="fieldValue">
        {isOther ? (
          <>
            <input
              class="text"
              value={name}
              placeholder={t('Name')}
              aria-label={t('Name of the author')}
              onInput={(event) => postAuthor({ name: event.currentTarget.value, email })}
            />
            <input
              class="text"
              value={email}
              placeholder={t('Email')}
              aria-label={t('Email of the author')}
              onInput={(event) => postAuthor({ name, email: event.currentTarget.value })}
            />
            <LinkButton onClick={() => host.post({ type: 'author', author: undefined })}>{t('Me')}</LinkButton>
          </>
        ) : (
          <>
            <span class="words">
              <SafeText text={view.me} role="name" />
            </span>
            <LinkButton onClick={() => host.post({ type: 'author', author: { name: '', email: '' } })}>
              {t('Change Author…')}
            </LinkButton>
          </>
        )}
      </div>
    </div>
  );
}
