import type { NewRunInput } from '../../../contract/inputs.ts';
import { CopyButton } from '../../components/copy.tsx';
import { Part } from '../../components/part.tsx';
import { curlCommand, needsCa, spateCommand } from './run-commands.ts';

/** The same run without this page, for scripts and CI. */
export function Commands({ input }: { input: NewRunInput }) {
  if (input.files.length === 0) return null;
  const [spate, curl] = [spateCommand(input), curlCommand(input, location.origin)];
  return (
    <Part title="The same from a terminal">
      <Command name="spate" text={spate} />
      <Command name="curl" text={curl} />
      {needsCa(location.origin) && (
        <p class="soft">
          <code>ca.pem</code> lies in the service’s data folder. If the service has a certificate of your own,
          leave <code>--cacert</code> out.
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
