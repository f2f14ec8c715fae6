import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { ConversionInput } from '../../../contract/inputs.ts';
import type { PlanConversionResource, RequestPlan } from '../../../contract/resources/plan-conversion.ts';
import { api } from '../../app/api.ts';
import { toContractError } from '../../app/use-loaded.ts';
import type { FormPartProps } from './draft.ts';

/** Debounce time: an edited plan is written again after this pause in typing. */
const pauseMs = 400;

export interface ConversionState {
  /** The requests as edited; undefined before the first conversion. */
  plan: RequestPlan | undefined;
  /** Result of the first conversion. */
  made: PlanConversionResource | undefined;
  error: ContractError | undefined;
  isBusy: boolean;
  /** Converts a document. */
  convert(input: ConversionInput): void;
  /** Replaces the requests. */
  edit(plan: RequestPlan): void;
  /** Downloads the plan; undefined without one. */
  save: (() => void) | undefined;
  /** Discards the requests and the plan. */
  clear(): void;
}

type PlanFile = Pick<PlanConversionResource, 'file_name' | 'jmx'>;

/** Converts documents to a plan, which becomes a file of the draft, and writes it again after each edit. */
export function useConversion({ draft, change }: Pick<FormPartProps, 'draft' | 'change'>): ConversionState {
  const [made, setMade] = useState<PlanConversionResource>();
  const [plan, setPlan] = useState<RequestPlan>();
  const [error, setError] = useState<ContractError>();
  const [isBusy, setBusy] = useState(false);
  const pending = useRef<AbortController>(undefined);
  const file = useRef<PlanFile>(undefined);
  const files = useRef(draft.files);
  files.current = draft.files;
  useEffect(() => () => pending.current?.abort(), []);

  /** Replaces the former plan; data files are kept. */
  const replaceFile = (written?: PlanFile) => {
    const isOld = (name: string) =>
      name === file.current?.file_name || (written !== undefined && /\.jmx$/i.test(name));
    const others = files.current.filter(({ name }) => !isOld(name));
    file.current = written;
    change({
      files: written ? [{ name: written.file_name, content: new Blob([written.jmx]) }, ...others] : others,
    });
  };

  const send = async (input: ConversionInput, take: (result: PlanConversionResource) => void) => {
    pending.current?.abort();
    const stop = new AbortController();
    pending.current = stop;
    setBusy(true);
    try {
      const result = await api.plans.convert(input, { signal: stop.signal });
      if (stop.signal.aborted) return;
      setError(undefined);
      replaceFile(result);
      take(result);
    } catch (thrown) {
      if (!stop.signal.aborted) setError(toContractError(thrown));
    } finally {
      if (pending.current === stop) setBusy(false);
    }
  };

  const edited = useRef<RequestPlan>(undefined);
  useEffect(() => {
    if (plan === undefined || plan !== edited.current) return;
    const timer = setTimeout(() => {
      const content = new Blob([JSON.stringify(plan)]);
      void send({ file: { name: 'requests.json', content }, source: 'requests' }, () => {});
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [plan]);

  return {
    plan,
    made,
    error,
    isBusy,
    convert: (input) =>
      void send(input, (result) => {
        setMade(result);
        setPlan(result.plan);
      }),
    save: file.current && (() => download(file.current)),
    edit: (changed) => {
      edited.current = changed;
      setPlan(changed);
    },
    clear: () => {
      pending.current?.abort();
      replaceFile();
      setMade(undefined);
      setPlan(undefined);
      setError(undefined);
      setBusy(false);
    },
  };
}

function download(file: PlanFile | undefined): void {
  if (!file) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([file.jmx], { type: 'application/xml' }));
  link.download = file.file_name;
  link.click();
  URL.revokeObjectURL(link.href);
}
