//! The four lines of protocol buffers that an ONNX file needs.

/// Bytes of a message being written.
#[derive(Debug, Clone, Default)]
pub(super) struct ProtobufMessage(Vec<u8>);

impl ProtobufMessage {
    /// A whole number.
    pub(super) fn number(mut self, field: u64, value: u64) -> Self {
        self.varint(field << 3);
        self.varint(value);
        self
    }

    /// A floating-point number.
    pub(super) fn float(mut self, field: u64, value: f32) -> Self {
        self.varint(field << 3 | 5);
        self.0.extend(value.to_le_bytes());
        self
    }

    /// Text, or bytes.
    pub(super) fn bytes(mut self, field: u64, value: impl AsRef<[u8]>) -> Self {
        let value = value.as_ref();
        self.varint(field << 3 | 2);
        self.varint(value.len() as u64);
        self.0.extend(value);
        self
    }

    /// A message inside.
    pub(super) fn message(self, field: u64, value: &Self) -> Self {
        self.bytes(field, &value.0)
    }

    /// The message's bytes.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 128 {
            self.0.push(value as u8 | 128);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_written_as_the_format_has_them() {
        let inner = ProtobufMessage::default().number(1, 150);
        assert_eq!(inner.clone().into_bytes(), [0x08, 0x96, 0x01]);
        assert_eq!(ProtobufMessage::default().message(3, &inner).into_bytes(), [0x1a, 3, 0x08, 0x96, 0x01]);
        assert_eq!(ProtobufMessage::default().bytes(2, "hi").into_bytes(), [0x12, 2, b'h', b'i']);
        assert_eq!(ProtobufMessage::default().float(2, 1.0).into_bytes(), [0x15, 0, 0, 0x80, 0x3f]);
    }
}
