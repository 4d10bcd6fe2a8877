import tls from 'node:tls';
import type { NetworkSettings } from '../transport.ts';

/** Which certificates are taken. */
export interface Trust {
  readonly rejectUnauthorized: boolean;
  /** Left out where those of the runtime are all. */
  readonly ca?: string[];
}

/**
 * Trust in the certificates of the runtime, of `NODE_EXTRA_CA_CERTS`, of the operating system, where the runtime can read
 * those, and of settings.
 */
export const trustOf = ({ strictCertificates, systemCertificates, authorities }: NetworkSettings): Trust => {
  const rejectUnauthorized = strictCertificates;
  const added = authorities?.certificates ?? [];
  if (!systemCertificates && added.length === 0) return { rejectUnauthorized };
  const own =
    typeof tls.getCACertificates === 'function'
      ? [...tls.getCACertificates('default'), ...(systemCertificates ? tls.getCACertificates('system') : [])]
      : tls.rootCertificates;
  return { rejectUnauthorized, ca: [...new Set([...own, ...added])] };
};
