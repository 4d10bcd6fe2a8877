import * as vscode from '../vscode.ts';
import type { ClientCertificateFacts } from '../../client/connectionFacts.ts';
import { visibleLabel } from '../visible.ts';
import { day } from './certificateMessages.ts';

const { t } = vscode.l10n;

export const clientCertificateFault = ({ file, fault, detail, atMs }: ClientCertificateFacts): string => {
  const name = visibleLabel(file);
  switch (fault) {
    case 'noCertificate':
      return t('{0} is not a certificate in PEM or PKCS#12 format.', name);
    case 'noKey':
      return t('{0} has no private key.', name);
    case 'otherKey':
      return t('The private key in {0} belongs to another certificate.', name);
    case 'passphraseWanted':
      return t('{0} is protected by a passphrase.', name);
    case 'passphraseWrong':
      return t('The passphrase of {0} is wrong.', name);
    case 'expired':
      return t('The client certificate {0} expired on {1}.', name, day(atMs));
    case 'notYetValid':
      return t('The client certificate {0} is not valid before {1}.', name, day(atMs));
    default:
      return t('{0} can’t be read: {1}.', name, visibleLabel(detail ?? ''));
  }
};

/** For a server that requires a client certificate, or rejects the one in `file`. */
export const certificateWanted = (server: string, file?: string, words = ''): string =>
  file === undefined
    ? t('{0} requires a client certificate. Choose one with “Client Certificate…”.', server)
    : t(
        '{0} rejects the client certificate {1}: {2}. Choose another one with “Client Certificate…”.',
        server,
        visibleLabel(file),
        visibleLabel(words),
      );
