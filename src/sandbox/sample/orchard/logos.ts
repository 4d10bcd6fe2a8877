/** Logos of the sample project: an apple 32 points wide, red at first, golden later. */
export const logos = {
  red: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAYUlEQVR42mNgGAVDFaQ6K/6H4QF3gE+PDVY86oDhlwaOGGj/JwYP' +
      'qOVUdwSpFlPdIQPqAEotp8gR1LKcbEcMqAOobTnJjhh1wKgDRh0wWhANirpgtDoeNC2iQdMmHAW0AgBVlGCIW74bMQAAAABJRU5E' +
      'rkJggg==',
    'base64',
  ),
  golden: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAYUlEQVR42mNgGAVDFaQ6K/6H4QF3gE+PDVY86oDhlwZerLL4Twwe' +
      'UMup7ghSLaa6QwbUAZRaTpEjqGU52Y4YUAdQ23KSHTHqgFEHjDpgtCAaFHXBaHU8aFpEg6ZNOApoBQD9mF0VEuowJgAAAABJRU5E' +
      'rkJggg==',
    'base64',
  ),
} as const;
