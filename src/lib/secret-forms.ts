/** Lines of a value with several lines are masked separately from this length on, because logs are read by line. */
const minLineLength = 8;

/** The texts under which a value appears: as it is, and encoded for URLs, JSON, XML, CSV and in base64. */
export function secretForms(value: string): Set<string> {
  const lines = value.split(/\r\n|\n|\r/).filter((line) => line.length >= minLineLength);
  const forms = new Set<string>();
  for (const text of new Set([value, ...lines])) {
    for (const form of [
      ...jsonForms(text),
      ...jsonForms(text).flatMap(jsonForms),
      ...urlForms(text),
      ...markupForms(text),
      text.replaceAll('"', '""'),
      ...base64Forms(text),
    ])
      forms.add(form);
    forms.add(text);
  }
  return forms;
}

function jsonForms(text: string): string[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const hex = escaped.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const upperHex = hex.replace(/\\u[\da-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`);
  return [escaped, hex, upperHex].flatMap((form) => [form, form.replaceAll('/', '\\/')]);
}

function urlForms(text: string): string[] {
  const wellFormed = text.toWellFormed();
  const component = encodeURIComponent(wellFormed);
  const forms = [
    component,
    component.replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`),
    // As in forms and by java.net.URLEncoder: a space becomes a plus sign.
    new URLSearchParams({ '': wellFormed }).toString().slice(1),
    encodeURI(wellFormed),
  ];
  return forms.flatMap((form) => [form, form.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())]);
}

function markupForms(text: string): string[] {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = escaped.replaceAll('"', '&quot;');
  return [escaped, quoted, ...['&#39;', '&apos;', '&#x27;'].map((quote) => quoted.replaceAll("'", quote))];
}

/** The whole value in base64, and its part of a longer text such as `user:password`, which depends on the position. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  const whole = bytes.toString('base64');
  const parts = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
  return [whole, whole.replace(/=+$/, ''), ...parts].flatMap((form) => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(form),
  ]);
}
