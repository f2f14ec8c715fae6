export interface CallOptions {
  signal?: AbortSignal;
}

/** How typed calls are made; each throws a ContractError when it fails. */
export interface Calls {
  get<T>(path: string, more?: CallOptions): Promise<T>;
  post<T>(path: string, body: FormData | object, more?: CallOptions): Promise<T>;
  patch<T>(path: string, body: object | undefined, more?: CallOptions): Promise<T>;
  remove(path: string, more?: CallOptions): Promise<void>;
  /** For an answer without a body. */
  tell(path: string, body: object, more?: CallOptions): Promise<void>;
}
