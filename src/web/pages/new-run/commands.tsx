import type { NewRunInput } from '../../../contract/inputs.ts';
import { CopyButton } from '../../components/copy.tsx';
import { Part } from '../../components/part.tsx';
import { curlCommand, needsCa, spateCommand } from './run-commands.ts';

/** Equivalent spate and curl commands, for scripts and CI. */
export function Commands({ input }: { input: NewRunInput }) {
  if (input.files.length === 0) return null;
  const [spate, curl] = [spateCommand(input), curlCommand(input, location.origin)];
  return (
    <Part title="Run from the command line">
      <Command name="spate" text={spate} />
      <Command name="curl" text={curl} />
      {needsCa(location.origin) && (
        <p class="soft">
          <code>ca.pem</code> is in the service’s data folder. Omit <code>--cacert</code> if the service uses
          your own certificate.
        </p>
      )}
    </Part>
  );
}

function Command({ name, text }: { name: string; text: string }) {
  return (
    <figure class="command">
      <figcaption>
        <b>{name}</b>
        <CopyButton text={text} what={`Copy ${name} command`} />
      </figcaption>
      <pre>{text}</pre>
    </figure>
  );
}
