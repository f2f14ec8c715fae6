import { dlopen } from 'node:ffi';
import { endianness } from 'node:os';

const pointer = 'uint64';
const long = 'int64';
const int = 'int32';

/** The OpenSSL functions of Node.js that the engine calls. */
export type OpenSsl = ReturnType<typeof loadOpenSsl>;

/** Throws where this Node.js does not export them or has another version of OpenSSL. */
export function loadOpenSsl() {
  const version = dlopen(null, { OPENSSL_version_major: { return: 'uint32', arguments: [] } });
  if (version.functions.OPENSSL_version_major() !== 3 || endianness() !== 'LE') {
    throw new Error('OpenSSL 3 is not available');
  }
  // Addresses are passed as integers: converting a pointer takes longer than the call.
  return dlopen(null, {
    TLS_client_method: { return: pointer, arguments: [] },
    SSL_CTX_new: { return: pointer, arguments: [pointer] },
    SSL_CTX_ctrl: { return: long, arguments: [pointer, int, long, 'pointer'] },
    SSL_CTX_set_options: { return: pointer, arguments: [pointer, pointer] },
    SSL_CTX_set_cipher_list: { return: int, arguments: [pointer, 'string'] },
    SSL_CTX_set_ciphersuites: { return: int, arguments: [pointer, 'string'] },
    SSL_new: { return: pointer, arguments: [pointer] },
    SSL_free: { return: 'void', arguments: [pointer] },
    SSL_ctrl: { return: long, arguments: [pointer, int, long, 'pointer'] },
    SSL_set_bio: { return: 'void', arguments: [pointer, pointer, pointer] },
    SSL_set_connect_state: { return: 'void', arguments: [pointer] },
    SSL_do_handshake: { return: int, arguments: [pointer] },
    SSL_read: { return: int, arguments: [pointer, pointer, int] },
    SSL_write: { return: int, arguments: [pointer, pointer, int] },
    SSL_get_error: { return: int, arguments: [pointer, int] },
    SSL_version: { return: int, arguments: [pointer] },
    SSL_session_reused: { return: int, arguments: [pointer] },
    SSL_set_session: { return: int, arguments: [pointer, pointer] },
    SSL_get1_session: { return: pointer, arguments: [pointer] },
    SSL_SESSION_free: { return: 'void', arguments: [pointer] },
    SSL_SESSION_is_resumable: { return: int, arguments: [pointer] },
    d2i_SSL_SESSION: { return: pointer, arguments: [pointer, 'pointer', long] },
    i2d_SSL_SESSION: { return: int, arguments: [pointer, 'pointer'] },
    BIO_s_mem: { return: pointer, arguments: [] },
    BIO_new: { return: pointer, arguments: [pointer] },
    BIO_new_mem_buf: { return: pointer, arguments: [pointer, int] },
    BIO_up_ref: { return: int, arguments: [pointer] },
    BIO_ctrl: { return: long, arguments: [pointer, int, long, 'pointer'] },
    BIO_read: { return: int, arguments: [pointer, pointer, int] },
    BIO_write: { return: int, arguments: [pointer, pointer, int] },
    ERR_clear_error: { return: 'void', arguments: [] },
    ERR_get_error_all: {
      return: pointer,
      arguments: ['pointer', 'pointer', 'pointer', 'pointer', 'pointer'],
    },
    ERR_reason_error_string: { return: pointer, arguments: [pointer] },
  }).functions;
}

/** Calls `store` with a slot that contains `initial`, and returns the address that it stores there. */
export function storedAddress(initial: bigint, store: (slot: BigUint64Array) => unknown): bigint {
  const slot = new BigUint64Array([initial]);
  store(slot);
  return slot[0] as bigint;
}
