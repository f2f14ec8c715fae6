/** A place in an S3 bucket; the prefix is empty or ends with a slash. */
export interface S3Place {
  bucket: string;
  prefix: string;
}

/** Parses `s3://bucket` or `s3://bucket/prefix`; undefined for other texts. */
export function parseS3Url(text: string): S3Place | undefined {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[!-~]*)?$/.exec(text);
  if (!match?.[1]) return undefined;
  const names = (match[2] ?? '').split('/').filter((name) => name !== '');
  if (names.some((name) => name === '.' || name === '..')) return undefined;
  return { bucket: match[1], prefix: names.map((name) => `${name}/`).join('') };
}

export function s3UrlOf({ bucket, prefix }: S3Place): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '');
}
