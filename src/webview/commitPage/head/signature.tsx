import type { VNode } from 'preact';
import type { SignatureView } from '../../../messages/commitPage.ts';
import { Badge, FoldSummary } from '../../elements/badge.tsx';
import { SafeText } from '../../elements/safeText.tsx';

const tones = {
  verified: { icon: 'verified', tone: 'good' },
  unverified: { icon: 'unverified', tone: 'warning' },
  unsigned: { icon: 'circle-slash', tone: 'quiet' },
} as const;

/** Badge with expandable details. */
export function Signature({ signature }: { readonly signature: SignatureView }): VNode {
  const { icon, tone } = tones[signature.tone];
  const badge = (
    <Badge icon={icon} tone={tone}>
      {signature.label}
    </Badge>
  );
  if (signature.details.length === 0) return badge;
  return (
    <details>
      <FoldSummary>{badge}</FoldSummary>
      <dl class="details">
        {signature.details.map(({ key, value }, index) => (
          <div key={index} class="fact">
            <dt>{key}</dt>
            <dd class="words">
              <SafeText text={value} role="name" />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
