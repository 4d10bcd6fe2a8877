import * as vscode from '../vscode.ts';
import type { CertificateFacts, ConnectionFacts } from '../../client/connectionFacts.ts';
import { visibleLabel } from '../visible.ts';

const { t } = vscode.l10n;

const maxNames = 5;

/** The reason, and who can change it. */
export const certificateSentence = (
  { host, problem, certificate }: ConnectionFacts,
  detail: string,
): string | undefined => {
  switch (problem) {
    case 'selfSigned':
      return t(
        'The certificate of {0} is self-signed, and not trusted. If you trust it, add it to the system’s trusted certificates or to graft.network.caCertificates.',
        host,
      );
    case 'unknownAuthority':
      return t(
        'The certificate of {0} is issued by “{1}”, which is not trusted. If that is your company’s certificate authority, add it to the system’s trusted certificates or to graft.network.caCertificates.',
        host,
        visibleLabel(certificate?.lastIssuer ?? ''),
      );
    case 'issuerMissing':
      return t(
        '{0} does not send the certificate of the issuer of its own, “{1}”. The server must send it; if “{1}” is your company’s certificate authority, add it to the system’s trusted certificates or to graft.network.caCertificates.',
        host,
        visibleLabel(certificate?.issuer ?? ''),
      );
    case 'expired':
      return t(
        'The certificate of {0} expired on {1}. It must be renewed there, unless the clock of this computer is wrong.',
        host,
        day(certificate?.validToMs),
      );
    case 'notYetValid':
      return t(
        'The certificate of {0} is not valid before {1}. Check the clock of this computer.',
        host,
        day(certificate?.validFromMs),
      );
    case 'wrongName':
      return t(
        'The certificate of {0} is not for this name but for {1}. Check the address.',
        host,
        visibleLabel(namesOf(certificate)),
      );
    default:
      return t('The certificate of {0} is not trusted: {1}.', host, detail);
  }
};

export const day = (ms: number | undefined): string =>
  ms === undefined || Number.isNaN(ms)
    ? '?'
    : new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium' }).format(ms);

const namesOf = (certificate: CertificateFacts | undefined): string => {
  const { names = [], subject = '?' } = certificate ?? {};
  if (names.length === 0) return subject;
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])].join(', ');
};
