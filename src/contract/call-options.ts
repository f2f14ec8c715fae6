export interface CallOptions {
  signal?: AbortSignal;
  /** In a browser, the request is sent even if the page is left at once. */
  keepalive?: boolean;
}

/** Typed request functions; each throws a ContractError on failure. */
export interface Calls {
  get<T>(path: string, more?: CallOptions): Promise<T>;
  post<T>(path: string, body: FormData | object, more?: CallOptions): Promise<T>;
  patch<T>(path: string, body: object | undefined, more?: CallOptions): Promise<T>;
  remove(path: string, more?: CallOptions): Promise<void>;
  /** For responses without a body. */
  tell(path: string, body: object, more?: CallOptions): Promise<void>;
}
